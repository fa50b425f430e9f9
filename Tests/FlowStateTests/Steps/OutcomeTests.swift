import FlowState
import FlowStateTesting
import Testing

/// `setOutcome`: the completion closure that hears of every ending.
struct OutcomeTests {
  let bench = Bench()

  /// Makes a step note each of its endings.
  private static func note<Content>(_ step: FlowStep<Content, String>, _ trace: Trace) -> FlowStep<Content, String> {
    step.setOutcome { step, outcome in
      switch outcome {
      case .completed(let result): trace.note("\(step.identifier) heard \(result ?? "nil")")
      case .failed(let error): trace.note("\(step.identifier) heard \(error)")
      case .cancelled: trace.note("\(step.identifier) heard cancelled")
      }
    }
    return step
  }

  private var heard: [String] { bench.trace.lines.filter { $0.contains(" heard ") } }

  private func start(_ step: @escaping @Sendable (Bench) -> Bench.Step) -> FlowRun {
    bench.startChain { [bench] _ in Self.note(step(bench), bench.trace) }
  }

  @Test("a completion", arguments: ["A", nil])
  func completed(result: String?) {
    _ = start { $0.waiting() }
    bench.complete(0, result)
    #expect(heard == ["a heard \(result ?? "nil")"])
  }

  @Test("a failure, of which the run tells as well")
  func failed() {
    _ = start { $0.waiting() }
    bench.fail()
    #expect(heard == ["a heard Step 'a' failed (visit 1 of run F#1): mishap"])
    #expect(bench.told == "= Step 'a' failed (visit 1 of run F#1): mishap")
  }

  @Test("an abandonment")
  func abandoned() {
    _ = start { $0.waiting() }
    bench.kept.clear()
    bench.queue.play()
    #expect(heard.first?.hasPrefix("a heard Step 'a' was abandoned (visit 1 of run F#1)") == true)
  }

  @Test("a timeout: the wrapped step hears that it was cancelled, the operator's that it timed out")
  func timedOut() {
    _ = start { Self.note($0.waiting(), $0.trace).timeout(.seconds(1)) }
    bench.pass(.seconds(1))
    #expect(
      heard == [
        "a heard cancelled",
        "a.timeout heard Step 'a' timed out (visit 2 of run F#1, lane 1): it had not ended after 1.0 seconds.",
      ])
  }

  @Test("a cancellation, once, inside out")
  func cancelled() {
    let run = start { Self.note($0.waiting(), $0.trace).map { $0 } }
    run.cancel()
    run.cancel()
    bench.queue.play()
    #expect(heard == ["a heard cancelled", "a.map heard cancelled"])
  }

  @Test("being superseded, then the other start's ending")
  func superseded() {
    bench.startChain { [bench] _ in
      let a = Self.note(bench.waiting(), bench.trace)
      let gate = bench.waiting("gate")
      gate.nextStep = a
      return RaceFlowStep(identifier: "race", steps: [gate, a])
    }
    bench.complete(0)
    bench.complete(2, "A")
    #expect(heard.count == 2)
    #expect(heard.first?.hasPrefix("a heard Step 'a' was superseded (visit 3 of run F#1, lane 2)") == true)
    #expect(heard.last == "a heard A")
  }

  @Test("before the failure route, which it cannot get around; once for each attempt")
  func route() {
    bench.startChain { [bench] _ in
      let a = Self.note(bench.failing(times: 1), bench.trace)
      a.setFailure { _ in
        bench.trace.note("route")
        return .retry
      }
      return a
    }
    #expect(
      bench.trace.lines.filter { $0.contains("heard") || $0 == "route" } == [
        "a heard Step 'a' failed (visit 1 of run F#1): mishap 1", "route", "a heard done",
      ])
  }

  @Test("cancelled while it waits to be tried again, it has heard already")
  func cancelledInPause() {
    let run = bench.startChain { [bench] _ in
      let a = Self.note(bench.failing(), bench.trace)
      a.setFailure { _ in .retry(after: .seconds(1)) }
      return a
    }
    run.cancel()
    bench.queue.play()
    #expect(heard == ["a heard Step 'a' failed (visit 1 of run F#1): mishap 1"])
    #expect(bench.clock.timerCount == 0)
  }

  @Test("the closure may choose the next step; the seed's form takes its place again")
  func forms() {
    bench.startChain { [bench] _ in
      let a = bench.instant("a", "A")
      a.setOutcome { step, _ in step.nextStep = bench.failing("b") }
      let b = Self.note(bench.failing("c"), bench.trace)
      b.setCompletion { _, _ in }
      a.setFailure { _ in .fail }
      bench.trace.note("built")
      a.nextStep = b
      return a
    }
    #expect(bench.told?.hasPrefix("= Step 'b' failed") == true)
    #expect(heard == [])
  }

  @Test("nothing that it captures outlives the run")
  func lifetime() {
    let run = bench.startChain { [bench] _ in
      let a = bench.waiting()
      let alive = bench.census.newborn()
      a.setOutcome { _, _ in alive.touch() }
      return a
    }
    run.cancel()
    bench.queue.play()
    #expect(bench.census.living == 0)
  }
}
