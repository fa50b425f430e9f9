import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `always`: a body that runs after every ending of a step.
struct AlwaysTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  private static func note(_ outcome: FlowOutcome<String>, _ trace: Trace) {
    switch outcome {
    case .completed(let result): trace.note("body: \(result ?? "nil")")
    case .failed(let error): trace.note("body: \(error)")
    case .cancelled: trace.note("body: cancelled")
    }
  }

  private func start() -> FlowRun {
    harness.startStep { [harness] in harness.waiting().always { Self.note($0, harness.trace) } }
  }

  private var bodies: [String] { harness.trace.lines.filter { $0.hasPrefix("body") } }

  @Test("The body of always runs after a completion and before the completion closure", arguments: ["A", nil])
  func completed(result: String?) {
    harness.startFlow { [harness] _ in
      let step = harness.waiting().always { Self.note($0, harness.trace) }
      step.setCompletion { _, _ in harness.trace.note("completion") }
      return step
    }
    harness.complete(0, result)
    #expect(
      harness.trace.lines.suffix(7) == [
        "a completed", "body: \(result ?? "nil")", "a (always) completed", "completion", "rest", "F#1 completed",
        "= nil",
      ])
  }

  @Test("The body of always runs after a failure, with the error that is passed on")
  func failed() {
    _ = start()
    harness.fail()
    #expect(bodies == ["body: Step 'a' failed (visit 2 of run F#1, lane 1): mishap"])
    #expect(harness.ending == "= Step 'a' failed (visit 2 of run F#1, lane 1): mishap")
  }

  @Test("The body of always runs once after a cancellation, and after the work is cancelled")
  func cancelled() {
    let run = start()
    run.cancel()
    run.cancel()
    harness.queue.play()
    harness.complete(0, "late")
    #expect(
      harness.trace.lines.suffix(6) == [
        "a cancelled", "body: cancelled", "a (always) cancelled", "F#1 cancelled", "= cancelled", "a extra",
      ])
  }

  @Test("The body of always runs once, even if the run is cancelled before the operator's step completes")
  func cancelledInBetween() {
    let run = start()
    harness.handlers[0].complete("A")
    run.cancel()
    harness.queue.play()
    #expect(bodies == ["body: A"])
    expectSettled(harness.trace.lines.filter { !$0.hasPrefix("body") })
  }

  @Test("The body of always runs once for each start")
  func eachStart() {
    harness.startStep { [harness] in
      harness.failing(times: 2).always { Self.note($0, harness.trace) }.retry(attempts: 3)
    }
    #expect(bodies.count == 3)
    #expect(zip(bodies, ["mishap 1", "mishap 2", "done"]).allSatisfy { $0.hasSuffix($1) })
  }

  @Test("A superseded start of an always step is cancelled, and the other start continues")
  func superseded() {
    harness.startFlow { [harness] _ in
      let step = harness.waiting().always { Self.note($0, harness.trace) }
      let gate = harness.waiting("gate")
      gate.nextStep = step
      return RaceFlowStep(identifier: "race", steps: [gate, step])
    }
    harness.complete(0)
    #expect(bodies == ["body: cancelled"])
    harness.complete(2, "A")
    #expect(bodies == ["body: cancelled", "body: A"])
    expectSettled(harness.trace.lines.filter { !$0.hasPrefix("body") })
  }
}
