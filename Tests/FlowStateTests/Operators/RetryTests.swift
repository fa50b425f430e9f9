import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `retry`: a step is started again when it fails.
struct RetryTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test("A step is tried up to its number of attempts, and then fails with the last error", arguments: 1...4)
  func attempts(count: Int) {
    harness.startStep { [harness] in harness.failing().retry(attempts: count) }
    #expect(harness.lines(of: "a").filter { $0 == "a began" }.count == count)
    #expect(harness.ending == "= Step 'a' failed (visit \(count + 1) of run F#1, lane 1): mishap \(count)")
  }

  @Test("A step is not retried after it has completed, with or without a result", arguments: ["A", nil])
  func completes(result: String?) {
    harness.startStep { [harness] in
      var starts = 0
      return FlowHarness.Step(identifier: "a") { _ in
        starts += 1
        let handler = FlowHarness.Handler()
        if starts == 1 { handler.fail(TestError()) } else { handler.complete(result) }
        return handler
      }
      .retry(attempts: 5) { _ in
        harness.trace.note("asked")
        return true
      }
    }
    #expect(harness.trace.lines.filter { $0 == "a began" || $0 == "asked" } == ["a began", "asked", "a began"])
    #expect(harness.ending == "= \(result ?? "nil")")
  }

  @Test("A retried step whose intent returns no handler completes")
  func noHandler() {
    harness.startStep { FlowHarness.Step(identifier: "a") { _ in nil }.retry(attempts: 3) }
    #expect(harness.lines(of: "a") == ["a began", "a completed"])
    #expect(harness.ending == "= nil")
  }

  @Test("The retry predicate receives each error, except that of the last attempt")
  func predicate() {
    harness.startStep { [harness] in
      harness.failing().retry(attempts: 3) { error in
        harness.trace.note("asked: \(error)")
        return true
      }
    }
    #expect(
      harness.trace.lines.filter { $0.hasPrefix("asked") } == [
        "asked: Step 'a' failed (visit 2 of run F#1, lane 1): mishap 1",
        "asked: Step 'a' failed (visit 3 of run F#1, lane 1): mishap 2",
      ])
  }

  @Test("An error that the retry predicate rejects is passed on")
  func notWorth() {
    harness.startStep { [harness] in
      harness.failing().retry(attempts: 9) { ($0.cause as? TestError)?.description != "mishap 2" }
    }
    #expect(harness.ending == "= Step 'a' failed (visit 3 of run F#1, lane 1): mishap 2")
  }

  @Test("The delays between attempts grow on the run's clock")
  func delays() {
    harness.startStep { [harness] in harness.failing().retry(attempts: 4, backoff: .exponential(from: .seconds(1))) }
    for (number, seconds) in [1, 2, 4].enumerated() {
      #expect(harness.trace.lines.last == "a (retry) waits \(seconds).0 seconds")
      harness.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(harness.lines(of: "a").filter { $0 == "a began" }.count == number + 1)
      harness.advance(by: .milliseconds(1))
      #expect(harness.lines(of: "a").filter { $0 == "a began" }.count == number + 2)
    }
    #expect(harness.ending?.hasSuffix("mishap 4") == true)
    #expect(harness.clock.timerCount == 0)
  }

  @Test("A retry that starts again begins its delays again")
  func startedAgain() {
    harness.startFlow { [harness] _ in
      let step = harness.failing().retry(attempts: 2, backoff: .exponential(from: .seconds(1)))
      var rounds = 0
      step.setFailure { _ in
        rounds += 1
        return rounds < 3 ? .retry : .fail
      }
      return step
    }
    for _ in 0..<3 { harness.advance(by: .seconds(1)) }
    #expect(
      harness.lines(of: "a (retry)").filter { $0.contains("waits") }.allSatisfy { $0 == "a (retry) waits 1.0 seconds" })
    #expect(harness.lines(of: "a").filter { $0 == "a began" }.count == 6)
  }

  @Test("A report of an earlier attempt is extra, during the pause and during a later attempt")
  func lateReports() {
    harness.startStep { [harness] in harness.waiting().retry(attempts: 2, backoff: .constant(.seconds(1))) }
    harness.fail(0)
    harness.complete(0, "late")
    harness.advance(by: .seconds(1))
    harness.complete(0, "later")
    harness.fail(0)
    #expect(harness.lines(of: "a") == ["a began", "a failed: mishap", "a extra", "a began", "a extra", "a extra"])
    harness.complete(1, "done")
    #expect(harness.ending == "= done")
  }

  @Test("A step that is cancelled between two attempts does not start again")
  func cancelledBetween() {
    let run = harness.startStep { [harness] in harness.failing().retry(attempts: 3, backoff: .constant(.seconds(1))) }
    run.cancel()
    run.cancel()
    harness.queue.play()
    harness.advance(by: .seconds(9))
    #expect(harness.clock.timerCount == 0)
    #expect(
      harness.trace.lines.suffix(4) == [
        "a (retry) waits 1.0 seconds", "a (retry) cancelled", "F#1 cancelled", "= cancelled",
      ])
  }

  @Test("A superseded attempt fails its retry, and the other start continues")
  func superseded() {
    harness.startFlow { [harness] _ in
      let a = harness.waiting()
      let gate = harness.waiting("gate")
      gate.nextStep = a
      return RaceFlowStep(identifier: "race", steps: [gate, a.retry(attempts: 9)])
    }
    harness.complete(0)
    #expect(harness.lines(of: "a (retry)").last == "a (retry) failed: superseded")
    harness.complete(2, "A")
    #expect(harness.lines(of: "race").last == "race completed")
  }

  @Test("Each attempt of a nested flow is a separate run")
  func nestedFlow() {
    harness.startStep { [harness] in
      let flow = Flow(Any.self, String.self, identifier: "N") { scope in
        let a = harness.waiting()
        a.setCompletion { _, result in scope.result = result }
        return a
      }
      return FlowStep(flow).retry(attempts: 3)
    }
    harness.fail(0, TestError("first"))
    harness.fail(1, TestError("second"))
    harness.complete(0, "late")
    harness.complete(2, "done")
    #expect(harness.trace.lines.filter { $0.contains("run began") } == ["F", "N", "N", "N"].indexed("run began"))
    #expect(harness.lines(of: "N#1").last == "N#1 failed")
    #expect(harness.lines(of: "N#3").last == "N#3 completed")
    #expect(harness.trace.lines.filter { $0 == "a extra" }.count == 1)
    #expect(harness.ending == "= done")
  }

  @Test("A step can be retried in a bare run", .timeLimit(.minutes(20)))
  @MainActor func bare() async throws {
    #expect(try await harness.failing(times: 2).retry(attempts: 3).run() == "done")
    let trace = harness.trace
    harness.failing().retry(attempts: 2).start(observer: trace)
    try await mainQueueTurn()
    try await mainQueueTurn()
    #expect(
      trace.lines == [
        "a#1 run began", "a (retry) began", "a began", "a failed: mishap 1", "a began", "a failed: mishap 2",
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
