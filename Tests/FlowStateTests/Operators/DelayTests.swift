import FlowState
import FlowStateTesting
import Testing

/// `delay`: time passes before a step starts.
struct DelayTests {
  let bench = Bench()

  @Test("the step starts when the time has passed, not before")
  func later() {
    bench.start { [bench] in bench.instant("a", "A").delay(.seconds(2)) }
    bench.pass(.milliseconds(1_999))
    #expect(bench.trace.lines == ["F#1 run began", "a (delay) began", "a (delay) waits 2.0 seconds"])
    bench.pass(.milliseconds(1))
    #expect(bench.told == "= A")
  }

  @Test("zero starts the step at once, without a word of waiting")
  func zero() {
    bench.start { [bench] in bench.instant("a", "A").delay(.zero) }
    #expect(!bench.trace.lines.contains { $0.contains("waits") })
    #expect(bench.told == "= A")
  }

  @Test("cancelled while it waits, the step never starts")
  func cancelled() {
    bench.start { [bench] in bench.waiting().delay(.seconds(2)).timeout(.seconds(1)) }
    bench.pass(.seconds(1))
    bench.pass(.seconds(9))
    #expect(bench.lines(of: "a") == [])
    #expect(bench.lines(of: "a.delay").last == "a (delay) cancelled")
    #expect(bench.clock.timerCount == 0)
  }

  @Test("content that is set while it waits is what the step starts with")
  func content() {
    bench.startChain { [bench] scope in
      let a = FlowStep(Int.self, String.self, identifier: "a") { step in
        bench.trace.note("content \(step.content ?? 0)")
        return nil
      }
      let delayed = a.delay(.seconds(1))
      delayed.content = 1
      let gate = bench.waiting("gate")
      gate.setCompletion { _, _ in delayed.content = 2 }
      return ConcurrentFlowStep(identifier: "both", steps: [delayed, gate])
    }
    bench.complete()
    bench.pass(.seconds(1))
    #expect(bench.trace.lines.filter { $0.hasPrefix("content") } == ["content 2"])
  }
}
