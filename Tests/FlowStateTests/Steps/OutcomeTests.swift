import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `setOutcome`: a completion closure that receives every ending.
struct OutcomeTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

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

  private var heard: [String] { harness.trace.lines.filter { $0.contains(" heard ") } }

  private func start(_ step: @escaping @Sendable (FlowHarness) -> FlowHarness.Step) -> FlowRun {
    harness.startFlow { [harness] _ in Self.note(step(harness), harness.trace) }
  }

  @Test("An outcome closure receives a completion", arguments: ["A", nil])
  func completed(result: String?) {
    _ = start { $0.waiting() }
    harness.complete(0, result)
    #expect(heard == ["a heard \(result ?? "nil")"])
  }

  @Test("An outcome closure receives a failure, which also ends the run")
  func failed() {
    _ = start { $0.waiting() }
    harness.fail()
    #expect(heard == ["a heard Step 'a' failed (visit 1 of run F#1): mishap"])
    #expect(harness.ending == "= Step 'a' failed (visit 1 of run F#1): mishap")
  }

  @Test("An outcome closure receives an abandonment")
  func abandoned() {
    _ = start { $0.waiting() }
    harness.letGo()
    harness.queue.play()
    #expect(heard.first?.hasPrefix("a heard Step 'a' was abandoned (visit 1 of run F#1)") == true)
  }

  @Test("On a timeout, the wrapped step's outcome is cancelled, and the operator's outcome is timed out")
  func timedOut() {
    _ = start { Self.note($0.waiting(), $0.trace).timeout(.seconds(1)) }
    harness.advance(by: .seconds(1))
    #expect(
      heard == [
        "a heard cancelled",
        "a heard Step 'a' timed out (visit 2 of run F#1, lane 1): it had not ended after 1.0 seconds.",
      ])
  }

  @Test("An outcome closure receives a cancellation once")
  func cancelled() {
    let run = start { Self.note($0.waiting(), $0.trace).map { $0 } }
    run.cancel()
    run.cancel()
    harness.queue.play()
    #expect(heard == ["a heard cancelled", "a heard cancelled"])
  }

  @Test("An outcome closure receives the superseding of a start and then the other start's ending")
  func superseded() {
    harness.startFlow { [harness] _ in
      let a = Self.note(harness.waiting(), harness.trace)
      let gate = harness.waiting("gate")
      gate.nextStep = a
      return RaceFlowStep(identifier: "race", steps: [gate, a])
    }
    harness.complete(0)
    harness.complete(2, "A")
    #expect(heard.count == 2)
    #expect(heard.first?.hasPrefix("a heard Step 'a' was superseded (visit 3 of run F#1, lane 2)") == true)
    #expect(heard.last == "a heard A")
  }

  @Test("An outcome closure is called before the failure route, once for each attempt")
  func route() {
    harness.startFlow { [harness] _ in
      let a = Self.note(harness.failing(times: 1), harness.trace)
      a.setFailure { _ in
        harness.trace.note("route")
        return .retry
      }
      return a
    }
    #expect(
      harness.trace.lines.filter { $0.contains("heard") || $0 == "route" } == [
        "a heard Step 'a' failed (visit 1 of run F#1): mishap 1", "route", "a heard done",
      ])
  }

  @Test("An outcome closure is not called again when the run is cancelled during a retry delay")
  func cancelledInPause() {
    let run = harness.startFlow { [harness] _ in
      let a = Self.note(harness.failing(), harness.trace)
      a.setFailure { _ in .retry(after: .seconds(1)) }
      return a
    }
    run.cancel()
    harness.queue.play()
    #expect(heard == ["a heard Step 'a' failed (visit 1 of run F#1): mishap 1"])
    #expect(harness.clock.timerCount == 0)
  }

  @Test("An outcome closure may choose the next step, and setCompletion replaces the closure")
  func forms() {
    harness.startFlow { [harness] _ in
      let a = harness.completing("a", "A")
      a.setOutcome { step, _ in step.nextStep = harness.failing("b") }
      let b = Self.note(harness.failing("c"), harness.trace)
      b.setCompletion { _, _ in }
      a.setFailure { _ in .fail }
      harness.trace.note("built")
      a.nextStep = b
      return a
    }
    #expect(harness.ending?.hasPrefix("= Step 'b' failed") == true)
    #expect(heard == [])
  }

  @Test("An outcome closure's captures are released with the run")
  func lifetime() {
    let run = harness.startFlow { [harness] _ in
      let a = harness.waiting()
      let alive = harness.objects.makeObject()
      a.setOutcome { _, _ in alive.touch() }
      return a
    }
    run.cancel()
    harness.queue.play()
    #expect(harness.objects.living == 0)
  }
}
