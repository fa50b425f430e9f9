import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Attempts of a step that a failure route starts again, and undo that nobody may lose.
struct EarlierAttemptTests {
  private typealias Handler = FlowStepHandler<Any, String>

  @Test("A final step of an earlier attempt at a nested flow stays final")
  @MainActor
  func finalStays() {
    let harness = GoingBackHarness()
    let run = harness.startFlow { _ in
      let inner = harness.flow("N") { _ in
        let pay = harness.waiting("pay", then: harness.waiting("ship"))
        pay.isFinal = true
        return pay
      }
      let nested = FlowStep(inner, identifier: "nested")
      nested.setFailure { _ in .retry(after: .zero) }
      return harness.waiting("first", then: nested)
    }
    harness.complete("first")
    harness.complete("pay")
    harness.fail("ship")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["no way back: Run F#1 cannot go back past 'pay', which is final."])
    run.cancel()
    harness.queue.play()
  }

  @Test("Undo of an earlier attempt waits until the work of that attempt has ended")
  func undoAfterWork() async throws {
    let (begun, goOn, shown, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal(), AsyncSignal())
    let (trace, handlers) = (Trace(), LockedList<Handler>())
    let attempts = LockedList<Int>()
    let clock = ManualClock()
    let run = Flow(Any.self, String.self, identifier: "F") { _ in
      let work = FlowStep(String.self, String.self, identifier: "work") { (_: String?) async throws -> String? in
        attempts.append(0)
        guard attempts.count == 1 else { return "done" }
        begun.send()
        // The work ignores its cancellation.
        await withCheckedContinuation { continuation in
          Task.detached {
            try? await goOn.wait(orSay: "The test did not let the work end")
            trace.note("work ends")
            continuation.resume()
          }
        }
        return nil
      }
      let limited = work.timeout(.seconds(1))
      limited.setUndo(interrupted: { _ in trace.note("undo") })
      limited.setFailure { _ in .retry(after: .zero) }
      let page = FlowStep(Any.self, String.self, identifier: "page") { _ in
        let handler = Handler()
        handlers.append(handler)
        shown.send()
        return handler
      }
      limited.nextStep = page
      return limited
    }.reversible().timed(by: clock).start { _ in ended.send() }
    try await begun.wait(orSay: "The work did not begin")
    clock.advance(by: .seconds(1))
    try await shown.wait(orSay: "The page was not shown")
    run.goBack()
    _ = try? await run.wayBack()
    #expect(trace.lines == [])
    goOn.send()
    try await patiently("Nothing was undone") { trace.lines.count == 2 }
    #expect(trace.lines == ["work ends", "undo"])
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
  }

  @Test("A closure that undoes a step replaces an async function, and the other way round")
  func replaced() async throws {
    let (trace, attempts) = (Trace(), LockedList<Int>())
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      let (first, second) = (
        FlowStep(String.self, String.self, identifier: "first") { (_: String?) async throws -> String? in
          attempts.append(0)
          if attempts.count == 1 { throw TestError() }
          return "1"
        },
        FlowStep(String.self, String.self, identifier: "second") { (_: String?) async throws -> String? in "2" }
      )
      first.setUndo { (_: String?, _: String?) async throws in trace.note("replaced") }
      first.setUndo { (_: FlowStep<String, String>, _: String?) in trace.note("first") }
      // An earlier attempt has failed.
      first.setUndo(interrupted: { _ in trace.note("first attempt") })
      first.setFailure { _ in .retry(after: .zero) }
      second.setUndo { (_: FlowStep<String, String>, _: String?) in trace.note("replaced") }
      second.setUndo { (_: String?, _: String?) async throws in trace.note("second") }
      first.nextStep = second
      second.nextStep = FlowStep(String.self, String.self, identifier: "fails") {
        (_: String?) async throws -> String? in
        throw TestError()
      }
      return first
    }.undoing(.all)
    _ = try? await flow.run()
    #expect(trace.lines == ["second", "first", "first attempt"])
  }

  @Test(
    "A run reports what a nested run could not undo, which was undoing when the run was cancelled",
    arguments: [false, true])
  func nestedUndoFails(isElsewhere: Bool) async throws {
    let (undoes, gate, ended, trace) = (AsyncSignal(), AsyncSignal(), AsyncSignal(), Trace())
    var inner = Flow(Any.self, String.self, identifier: "N") { _ in
      let reserve = FlowStep(String.self, String.self, identifier: "reserve") { (_: String?) async throws -> String? in
        "1"
      }
      reserve.setUndo(attempts: 1) { (_: String?, _: String?) async throws in
        undoes.send()
        try await gate.wait(orSay: "The test did not let the undo end")
        throw TestError()
      }
      reserve.nextStep = FlowStep(String.self, String.self, identifier: "fails") {
        (_: String?) async throws -> String? in
        throw TestError()
      }
      return reserve
    }.undoing(.all)
    if isElsewhere { inner = inner.on(.global()) }
    let flow = inner
    let run = Flow(Any.self, String.self, identifier: "F") { _ in FlowStep(flow) }.start { outcome in
      trace.note("\(outcome)")
      ended.send()
    }
    try await undoes.wait(orSay: "Nothing was undone")
    run.cancel()
    gate.send()
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.lines.first?.contains("Step 'reserve' is not undone") == true, "\(trace.lines)")
  }

  /// Cancels the run when it reports that a visit can't be undone.
  private struct Cancelling: FlowObserver {
    let runs = LockedList<FlowRun>()

    func receive(_ event: FlowEvent) {
      if case .undoFailed = event.kind { runs.all.first?.cancel() }
    }
  }

  /// A flow whose only visit can't be undone. It fails when the test says so.
  private func flow(failing gate: AsyncSignal) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "N") { _ in
      let reserve = FlowStep(String.self, String.self, identifier: "reserve") { (_: String?) async throws -> String? in
        "1"
      }
      reserve.setUndo(attempts: 1) { (_: String?, _: String?) async throws in throw TestError() }
      reserve.nextStep = FlowStep(String.self, String.self, identifier: "fails") {
        (_: String?) async throws -> String? in
        try await gate.wait(orSay: "The test did not let the step fail")
        throw TestError()
      }
      return reserve
    }.undoing(.all)
  }

  @Test("A run that is cancelled when a nested run reports that it could not undo a visit fails with that")
  func cancelledMeanwhile() async throws {
    let (gate, ended, outcomes, observer) = (AsyncSignal(), AsyncSignal(), LockedList<String>(), Cancelling())
    let inner = flow(failing: gate)
    let run = Flow(Any.self, String.self, identifier: "F") { _ in FlowStep(inner) }.observed(by: observer).start {
      outcomes.append("\($0)")
      ended.send()
    }
    observer.runs.append(run)
    gate.send()
    try await ended.wait(orSay: "The run did not end")
    #expect(outcomes.all.first?.contains("Step 'reserve' is not undone") == true, "\(outcomes.all)")
  }

  @Test("A run that goes back starts no earlier step if a nested run that has ended elsewhere could not undo a visit")
  func releasedElsewhere() async throws {
    let (queue, elsewhere, gate) = (ManualQueue(), ManualQueue(), AsyncSignal())
    let (outcomes, pages) = (LockedList<String>(), LockedList<Handler>())
    let recorder = FlowRecorder()
    let inner = flow(failing: gate).observed(by: recorder).on(elsewhere)
    let run = Flow(Any.self, String.self, identifier: "F") { _ in
      let page = FlowStep(Any.self, String.self, identifier: "page") { _ in
        let handler = Handler()
        pages.append(handler)
        return handler
      }
      page.nextStep = FlowStep(inner)
      return page
    }.reversible().on(queue).start { outcomes.append("\($0)") }
    queue.play()
    pages[0].complete("x")
    queue.play()
    gate.send()
    // The request to go back waits on the outer queue while the nested run fails and ends.
    run.goBack()
    try await patiently("The nested run did not end") {
      elsewhere.play()
      return recorder.events.contains { if case .runEnded = $0.kind { true } else { false } }
    }
    try await patiently("The outer run did not end") {
      queue.play()
      return outcomes.count == 1
    }
    #expect(pages.count == 1)
    #expect(outcomes.all.first?.contains("Step 'reserve' is not undone") == true, "\(outcomes.all)")
  }
}
