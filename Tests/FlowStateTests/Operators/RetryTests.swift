import FlowState
import FlowStateTesting
import Testing

/// `retry`: a step is started again when it fails.
struct RetryTests {
  let bench = Bench()

  @Test("as often as it is to be tried, and then it fails with the last error", arguments: 1...4)
  func attempts(count: Int) {
    bench.start { [bench] in bench.failing().retry(attempts: count) }
    #expect(bench.lines(of: "a").filter { $0 == "a began" }.count == count)
    #expect(bench.told == "= Step 'a' failed (visit \(count + 1) of run F#1, lane 1): mishap \(count)")
  }

  @Test("not again after it has completed, with a result or without", arguments: ["A", nil])
  func completes(result: String?) {
    bench.start { [bench] in
      var starts = 0
      return Bench.Step(identifier: "a") { _ in
        starts += 1
        let handler = Bench.Handler()
        if starts == 1 { handler.fail(Mishap()) } else { handler.complete(result) }
        return handler
      }
      .retry(attempts: 5) { _ in
        bench.trace.note("asked")
        return true
      }
    }
    #expect(bench.trace.lines.filter { $0 == "a began" || $0 == "asked" } == ["a began", "asked", "a began"])
    #expect(bench.told == "= \(result ?? "nil")")
  }

  @Test("a step whose intent returns nothing has completed")
  func noHandler() {
    bench.start { Bench.Step(identifier: "a") { _ in nil }.retry(attempts: 3) }
    #expect(bench.lines(of: "a") == ["a began", "a completed"])
    #expect(bench.told == "= nil")
  }

  @Test("the predicate receives each error, decides, and is not asked after the last attempt")
  func predicate() {
    bench.start { [bench] in
      bench.failing().retry(attempts: 3) { error in
        bench.trace.note("asked: \(error)")
        return true
      }
    }
    #expect(
      bench.trace.lines.filter { $0.hasPrefix("asked") } == [
        "asked: Step 'a' failed (visit 2 of run F#1, lane 1): mishap 1",
        "asked: Step 'a' failed (visit 3 of run F#1, lane 1): mishap 2",
      ])
  }

  @Test("an error that is not worth another attempt comes through")
  func notWorth() {
    bench.start { [bench] in
      bench.failing().retry(attempts: 9) { ($0.cause as? Mishap)?.description != "mishap 2" }
    }
    #expect(bench.told == "= Step 'a' failed (visit 3 of run F#1, lane 1): mishap 2")
  }

  @Test("delays grow on the run's clock")
  func delays() {
    bench.start { [bench] in bench.failing().retry(attempts: 4, backoff: .exponential(from: .seconds(1))) }
    for (number, seconds) in [1, 2, 4].enumerated() {
      #expect(bench.trace.lines.last == "a (retry) waits \(seconds).0 seconds")
      bench.pass(.seconds(seconds) - .milliseconds(1))
      #expect(bench.lines(of: "a").filter { $0 == "a began" }.count == number + 1)
      bench.pass(.milliseconds(1))
      #expect(bench.lines(of: "a").filter { $0 == "a began" }.count == number + 2)
    }
    #expect(bench.told?.hasSuffix("mishap 4") == true)
    #expect(bench.clock.timerCount == 0)
  }

  @Test("started again, its delays begin anew")
  func startedAgain() {
    bench.startChain { [bench] _ in
      let step = bench.failing().retry(attempts: 2, backoff: .exponential(from: .seconds(1)))
      var rounds = 0
      step.setFailure { _ in
        rounds += 1
        return rounds < 3 ? .retry : .fail
      }
      return step
    }
    for _ in 0..<3 { bench.pass(.seconds(1)) }
    #expect(bench.lines(of: "a.retry").filter { $0.contains("waits") }.allSatisfy { $0 == "a (retry) waits 1.0 seconds" })
    #expect(bench.lines(of: "a").filter { $0 == "a began" }.count == 6)
  }

  @Test("what an earlier attempt reports is extra, while it waits and while a later attempt works")
  func lateReports() {
    bench.start { [bench] in bench.waiting().retry(attempts: 2, backoff: .constant(.seconds(1))) }
    bench.fail(0)
    bench.complete(0, "late")
    bench.pass(.seconds(1))
    bench.complete(0, "later")
    bench.fail(0)
    #expect(bench.lines(of: "a") == ["a began", "a failed: mishap", "a extra", "a began", "a extra", "a extra"])
    bench.complete(1, "done")
    #expect(bench.told == "= done")
  }

  @Test("cancelled between two attempts, it does not start again")
  func cancelledBetween() {
    let run = bench.start { [bench] in bench.failing().retry(attempts: 3, backoff: .constant(.seconds(1))) }
    run.cancel()
    run.cancel()
    bench.queue.play()
    bench.pass(.seconds(9))
    #expect(bench.clock.timerCount == 0)
    #expect(
      bench.trace.lines.suffix(4) == [
        "a (retry) waits 1.0 seconds", "a (retry) cancelled", "F#1 cancelled", "= cancelled",
      ])
  }

  @Test("an attempt that is superseded is not taken away from the other start")
  func superseded() {
    bench.startChain { [bench] _ in
      let a = bench.waiting()
      let gate = bench.waiting("gate")
      gate.nextStep = a
      return RaceFlowStep(identifier: "race", steps: [gate, a.retry(attempts: 9)])
    }
    bench.complete(0)
    #expect(bench.lines(of: "a.retry").last == "a (retry) failed: superseded")
    bench.complete(2, "A")
    #expect(bench.lines(of: "race").last == "race completed")
  }

  @Test("around a nested flow each attempt is a run of its own")
  func nestedFlow() {
    bench.start { [bench] in
      let flow = Flow(Any.self, String.self, identifier: "N") { scope in
        let a = bench.waiting()
        a.setCompletion { _, result in scope.result = result }
        return a
      }
      return FlowStep(flow).retry(attempts: 3)
    }
    bench.fail(0, Mishap("first"))
    bench.fail(1, Mishap("second"))
    bench.complete(0, "late")
    bench.complete(2, "done")
    #expect(bench.trace.lines.filter { $0.contains("run began") } == ["F", "N", "N", "N"].indexed("run began"))
    #expect(bench.lines(of: "N#1").last == "N#1 failed")
    #expect(bench.lines(of: "N#3").last == "N#3 completed")
    #expect(bench.trace.lines.filter { $0 == "a extra" }.count == 1)
    #expect(bench.told == "= done")
  }

  @Test("in a run that was started by itself", .timeLimit(.minutes(20)))
  @MainActor func bare() async throws {
    #expect(try await bench.failing(times: 2).retry(attempts: 3).run() == "done")
    let trace = bench.trace
    bench.failing().retry(attempts: 2).start(observer: trace)
    await mainQueueTurn()
    await mainQueueTurn()
    #expect(
      trace.lines == [
        "a.retry#1 run began", "a (retry) began", "a began", "a failed: mishap 1", "a began", "a failed: mishap 2",
        "a (retry) failed: mishap 2", "rest",
      ])
  }
}

extension [String] {
  /// Names of runs, numbered, with an event after each.
  fileprivate func indexed(_ event: String) -> [String] {
    var counts: [String: Int] = [:]
    return map { name in
      counts[name, default: 0] += 1
      return "\(name)#\(counts[name] ?? 0) \(event)"
    }
  }
}
