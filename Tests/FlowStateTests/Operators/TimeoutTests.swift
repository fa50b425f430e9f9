import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `timeout`: a step fails if it has not ended in time.
struct TimeoutTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test("A timeout stops the work and fails with an error that names the step and the time")
  func timesOut() {
    harness.startStep { [harness] in harness.stoppable().timeout(.milliseconds(1_500)) }
    harness.advance(by: .milliseconds(1_499))
    #expect(harness.ending == nil)
    harness.advance(by: .milliseconds(1))
    #expect(
      harness.trace.lines == [
        "F#1 run began", "a (timeout) began", "a began", "a stopped", "a cancelled", "a (timeout) timed out",
        "F#1 failed",
        "= Step 'a' timed out (visit 2 of run F#1, lane 1): it had not ended after 1.5 seconds.",
      ])
    harness.complete(0, "late")
    #expect(harness.trace.lines.last == "a extra")
  }

  @Test("A timeout cancels its alarm when the step ends", arguments: ["complete", "fail", "cancel"])
  func alarm(ending: String) {
    let run = harness.startStep { [harness] in harness.waiting().timeout(.seconds(1)) }
    #expect(harness.clock.timerCount == 1)
    switch ending {
    case "complete": harness.complete()
    case "fail": harness.fail()
    default: run.cancel()
    }
    harness.queue.play()
    #expect(harness.clock.timerCount == 0)
    let count = harness.trace.lines.count
    harness.advance(by: .seconds(2))
    #expect(harness.trace.lines.count == count)
  }

  @Test("A completion before the timeout wins, and a completion after it is extra", arguments: [true, false])
  func arrival(completesFirst: Bool) {
    harness.startStep { [harness] in harness.waiting().timeout(.seconds(1)) }
    if completesFirst {
      harness.handlers[0].complete("A")
      harness.clock.advance(by: .seconds(1))
    } else {
      harness.clock.advance(by: .seconds(1))
      harness.handlers[0].complete("A")
    }
    harness.queue.play()
    if completesFirst {
      #expect(harness.ending == "= A")
      #expect(!harness.trace.lines.contains("a extra"))
    } else {
      #expect(harness.ending?.contains("timed out") == true)
      #expect(harness.lines(of: "a") == ["a began", "a cancelled", "a extra"])
    }
    expectSettled(harness.trace.lines)
  }

  @Test("A timeout includes the steps that follow, and its error names the place of the run")
  func chain() {
    harness.startStep { [harness] in
      let a = harness.waiting()
      a.nextStep = harness.waiting("next")
      return a.timeout(.seconds(2))
    }
    harness.advance(by: .seconds(1))
    harness.complete(0, "A")
    harness.advance(by: .seconds(1))
    #expect(harness.lines(of: "next") == ["next began", "next cancelled"])
    #expect(
      harness.ending == "= Step 'a' timed out (visit 3 of run F#1, lane 1): it had not ended after 2.0 seconds.")
  }

  @Test("The shorter of two timeouts applies", arguments: [(1, 2), (2, 1)])
  func two(inner: Int, outer: Int) {
    harness.startStep { [harness] in harness.waiting().timeout(.seconds(inner)).timeout(.seconds(outer)) }
    harness.advance(by: .seconds(1))
    // Both steps are named "a"; the lane distinguishes the waiting step from its inner timeout.
    let lane = inner < outer ? 2 : 1
    #expect(harness.ending?.contains("Step 'a' timed out") == true)
    #expect(harness.ending?.contains("lane \(lane))") == true)
    #expect(harness.ending?.hasSuffix("after 1.0 seconds.") == true)
    expectSettled(harness.trace.lines)
    #expect(harness.clock.timerCount == 0)
  }

  @Test("A timeout around a nested flow cancels its run")
  func nested() {
    harness.startStep { [harness] in
      FlowStep(Flow(Any.self, String.self, identifier: "N") { _ in harness.stoppable() }).timeout(.seconds(1))
    }
    harness.advance(by: .seconds(1))
    #expect(
      harness.trace.lines.filter { !$0.hasSuffix("began") } == [
        "a stopped", "a cancelled", "N#1 cancelled", "N cancelled", "N (timeout) timed out", "F#1 failed",
        "= Step 'N' timed out (visit 2 of run F#1, lane 1): it had not ended after 1.0 seconds.",
      ])
  }

  @Test("A timeout around a join cancels its children")
  func join() {
    harness.startStep { [harness] in
      FlowStep(identifier: "join", joining: [harness.stoppable("a"), harness.stoppable("b")]).timeout(.seconds(1))
        .map { $0.compactMap(\.self).joined() }
    }
    harness.complete(0, "A")
    harness.advance(by: .seconds(1))
    #expect(harness.trace.lines.suffix(7).prefix(3) == ["b stopped", "b cancelled", "join cancelled"])
    #expect(harness.ending?.hasPrefix("= Step 'join' timed out") == true)
    expectSettled(harness.trace.lines)
  }

  @Test("A timeout of a race's child removes only that child from the race")
  func race() {
    harness.startStep { [harness] in
      FlowStep(identifier: "race", racing: [harness.waiting("a").timeout(.seconds(1)), harness.waiting("b")])
    }
    harness.advance(by: .seconds(1))
    #expect(harness.ending == nil)
    harness.complete(1, "B")
    #expect(harness.ending == "= B")
  }

  @Test("A timeout inside a retry applies to each attempt")
  func retried() {
    harness.startStep { [harness] in
      harness.waiting().timeout(.seconds(1)).retry(attempts: 3, backoff: .constant(.seconds(5)))
    }
    for _ in 0..<2 {
      harness.advance(by: .seconds(1))
      harness.advance(by: .seconds(5))
    }
    harness.complete(2, "third")
    #expect(harness.ending == "= third")
    #expect(harness.lines(of: "a (timeout)").filter { $0.hasSuffix("timed out") }.count == 2)
  }

  @Test("A timeout around a retry applies to all attempts together, and cancels the pause between two")
  func aroundRetry() {
    harness.startStep { [harness] in
      harness.failing().retry(attempts: 9, backoff: .constant(.seconds(10))).timeout(.seconds(15))
    }
    harness.advance(by: .seconds(10))
    harness.advance(by: .seconds(5))
    #expect(harness.lines(of: "a").filter { $0 == "a began" }.count == 2)
    #expect(harness.ending?.hasPrefix("= Step 'a' timed out") == true)
    #expect(harness.clock.timerCount == 0)
    expectSettled(harness.trace.lines)
  }
}
