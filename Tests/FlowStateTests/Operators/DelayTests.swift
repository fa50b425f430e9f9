import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `delay`: time passes before a step starts.
struct DelayTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test("A delayed step starts when exactly its delay has passed")
  func later() {
    harness.startStep { [harness] in harness.completing("a", "A").delay(.seconds(2)) }
    harness.advance(by: .milliseconds(1_999))
    #expect(harness.trace.lines == ["F#1 run began", "a (delay) began", "a (delay) waits 2.0 seconds"])
    harness.advance(by: .milliseconds(1))
    #expect(harness.ending == "= A")
  }

  @Test("A delay of zero starts the step at once, without an event about waiting")
  func zero() {
    harness.startStep { [harness] in harness.completing("a", "A").delay(.zero) }
    #expect(!harness.trace.lines.contains { $0.contains("waits") })
    #expect(harness.ending == "= A")
  }

  @Test("A step that is cancelled during its delay never starts")
  func cancelled() {
    harness.startStep { [harness] in harness.waiting().delay(.seconds(2)).timeout(.seconds(1)) }
    harness.advance(by: .seconds(1))
    harness.advance(by: .seconds(9))
    #expect(harness.lines(of: "a") == [])
    #expect(harness.lines(of: "a (delay)").last == "a (delay) cancelled")
    #expect(harness.clock.timerCount == 0)
  }

  @Test("A delayed step starts with the content that is set during the delay")
  func content() {
    harness.startFlow { [harness] scope in
      let a = FlowStep(Int.self, String.self, identifier: "a") { step in
        harness.trace.note("content \(step.content ?? 0)")
        return nil
      }
      let delayed = a.delay(.seconds(1))
      delayed.content = 1
      let gate = harness.waiting("gate")
      gate.setCompletion { _, _ in delayed.content = 2 }
      return ConcurrentFlowStep(identifier: "both", steps: [delayed, gate])
    }
    harness.complete()
    harness.advance(by: .seconds(1))
    #expect(harness.trace.lines.filter { $0.hasPrefix("content") } == ["content 2"])
  }
}
