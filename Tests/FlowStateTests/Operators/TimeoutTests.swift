import FlowState
import FlowStateTesting
import Testing

/// `timeout`: a step fails if it has not ended in time.
struct TimeoutTests {
  let bench = Bench()

  @Test("stops what is under way and fails with an error that names the step and the time")
  func timesOut() {
    bench.start { [bench] in bench.stoppable().timeout(.milliseconds(1_500)) }
    bench.pass(.milliseconds(1_499))
    #expect(bench.told == nil)
    bench.pass(.milliseconds(1))
    #expect(
      bench.trace.lines == [
        "F#1 run began", "a (timeout) began", "a began", "a stopped", "a cancelled", "a (timeout) timed out", "F#1 failed",
        "= Step 'a' timed out (visit 2 of run F#1, lane 1): it had not ended after 1.5 seconds.",
      ])
    bench.complete(0, "late")
    #expect(bench.trace.lines.last == "a extra")
  }

  @Test("calls its alarm off when the step has ended", arguments: ["complete", "fail", "cancel"])
  func alarm(ending: String) {
    let run = bench.start { [bench] in bench.waiting().timeout(.seconds(1)) }
    #expect(bench.clock.timerCount == 1)
    switch ending {
    case "complete": bench.complete()
    case "fail": bench.fail()
    default: run.cancel()
    }
    bench.queue.play()
    #expect(bench.clock.timerCount == 0)
    let count = bench.trace.lines.count
    bench.pass(.seconds(2))
    #expect(bench.trace.lines.count == count)
  }

  @Test(
    "a completion that arrives before the timeout wins, one that arrives after it is extra", arguments: [true, false])
  func arrival(completesFirst: Bool) {
    bench.start { [bench] in bench.waiting().timeout(.seconds(1)) }
    if completesFirst {
      bench.kept[0].complete("A")
      bench.clock.advance(by: .seconds(1))
    } else {
      bench.clock.advance(by: .seconds(1))
      bench.kept[0].complete("A")
    }
    bench.queue.play()
    if completesFirst {
      #expect(bench.told == "= A")
      #expect(!bench.trace.lines.contains("a extra"))
    } else {
      #expect(bench.told?.contains("timed out") == true)
      #expect(bench.lines(of: "a") == ["a began", "a cancelled", "a extra"])
    }
    expectSettled(bench.trace.lines)
  }

  @Test("what the step leads to counts, and the error tells where the run was")
  func chain() {
    bench.start { [bench] in
      let a = bench.waiting()
      a.nextStep = bench.waiting("next")
      return a.timeout(.seconds(2))
    }
    bench.pass(.seconds(1))
    bench.complete(0, "A")
    bench.pass(.seconds(1))
    #expect(bench.lines(of: "next") == ["next began", "next cancelled"])
    #expect(
      bench.told == "= Step 'a' timed out (visit 3 of run F#1, lane 1): it had not ended after 2.0 seconds.")
  }

  @Test("of two, the shorter one", arguments: [(1, 2), (2, 1)])
  func two(inner: Int, outer: Int) {
    bench.start { [bench] in bench.waiting().timeout(.seconds(inner)).timeout(.seconds(outer)) }
    bench.pass(.seconds(1))
    let name = inner < outer ? "a" : "a.timeout"
    #expect(bench.told?.hasPrefix("= Step '\(name)' timed out") == true)
    #expect(bench.told?.hasSuffix("after 1.0 seconds.") == true)
    expectSettled(bench.trace.lines)
    #expect(bench.clock.timerCount == 0)
  }

  @Test("around a nested flow")
  func nested() {
    bench.start { [bench] in
      FlowStep(Flow(Any.self, String.self, identifier: "N") { _ in bench.stoppable() }).timeout(.seconds(1))
    }
    bench.pass(.seconds(1))
    #expect(
      bench.trace.lines.filter { !$0.hasSuffix("began") } == [
        "a stopped", "a cancelled", "N#1 cancelled", "N cancelled", "N (timeout) timed out", "F#1 failed",
        "= Step 'N' timed out (visit 2 of run F#1, lane 1): it had not ended after 1.0 seconds.",
      ])
  }

  @Test("around a join")
  func join() {
    bench.start { [bench] in
      FlowStep(identifier: "join", joining: [bench.stoppable("a"), bench.stoppable("b")]).timeout(.seconds(1))
        .map { $0.compactMap(\.self).joined() }
    }
    bench.complete(0, "A")
    bench.pass(.seconds(1))
    #expect(bench.trace.lines.suffix(7).prefix(3) == ["b stopped", "b cancelled", "join cancelled"])
    #expect(bench.told?.hasPrefix("= Step 'join' timed out") == true)
    expectSettled(bench.trace.lines)
  }

  @Test("in a race it takes only its child out")
  func race() {
    bench.start { [bench] in
      FlowStep(identifier: "race", racing: [bench.waiting("a").timeout(.seconds(1)), bench.waiting("b")])
    }
    bench.pass(.seconds(1))
    #expect(bench.told == nil)
    bench.complete(1, "B")
    #expect(bench.told == "= B")
  }

  @Test("inside a retry each attempt has its time")
  func retried() {
    bench.start { [bench] in bench.waiting().timeout(.seconds(1)).retry(attempts: 3, backoff: .constant(.seconds(5))) }
    for _ in 0..<2 {
      bench.pass(.seconds(1))
      bench.pass(.seconds(5))
    }
    bench.complete(2, "third")
    #expect(bench.told == "= third")
    #expect(bench.lines(of: "a.timeout").filter { $0.hasSuffix("timed out") }.count == 2)
  }

  @Test("around a retry all attempts share the time, and the pause between two is called off")
  func aroundRetry() {
    bench.start { [bench] in bench.failing().retry(attempts: 9, backoff: .constant(.seconds(10))).timeout(.seconds(15))
    }
    bench.pass(.seconds(10))
    bench.pass(.seconds(5))
    #expect(bench.lines(of: "a").filter { $0 == "a began" }.count == 2)
    #expect(bench.told?.hasPrefix("= Step 'a' timed out") == true)
    #expect(bench.clock.timerCount == 0)
    expectSettled(bench.trace.lines)
  }
}
