import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back to a step by its name.
@MainActor
struct GoingBackToNamedStepTests {
  let harness = GoingBackHarness()

  @Test("Going back to a named step undoes everything since, the latest first")
  func named() async {
    let flow = harness.flow("F") { [harness] scope in
      let d = harness.waiting("d")
      d.setCompletion { _, result in
        guard let result else { return }
        do throws(FlowHistoryError) {
          try scope.goBack(to: result)
        } catch {
          harness.trace.note("\(error)")
        }
      }
      return harness.waiting("a", then: harness.waiting("b", then: harness.waiting("c", then: d)))
    }
    harness.start(flow.reversible())
    for identifier in ["a", "b", "c"] { harness.complete(identifier) }
    _ = harness.takeLines()
    harness.complete("d", "b")
    #expect(
      harness.takeLines() == [
        "d completed", "undo d() = b", "d undone", "undo c() = C", "c undone", "undo b() = B", "b undone", "back to b",
        "b()",
      ])
    harness.complete("b")
    harness.complete("c")
    _ = harness.takeLines()
    harness.complete("d", "x")
    #expect(
      harness.takeLines() == [
        "d completed", "Run F#1 cannot go back to 'x'; the steps that it can go back to are: c, b, a.", "F#1 completed",
        "= nil, 0 alive",
      ])
  }

  @Test("A run can go back to its current step only if it was there before")
  func itself() {
    harness.startFlow { [harness] scope in
      let a = harness.waiting("a")
      a.setCompletion { a, result in
        a.nextStep = result == "again" ? a : nil
        do throws(FlowHistoryError) {
          if result != "again" { try scope.goBack(to: "a") }
        } catch {
          harness.trace.note("\(error)")
        }
      }
      return a
    }
    harness.complete("a", "again")
    _ = harness.takeLines()
    harness.complete("a", "back")
    #expect(
      harness.takeLines() == [
        "a completed", "undo a() = back", "a undone", "undo a() = again", "a undone", "back to a", "a()",
      ])
    harness.complete("a", "back")
    #expect(
      harness.takeLines() == [
        "a completed", "Run F#1 cannot go back to 'a'; it remembers no earlier step.", "F#1 completed",
        "= nil, 0 alive",
      ])
  }

  @Test("A FlowRun goes back to a named step, or throws an error that explains why it cannot")
  func namedFromOutside() async throws {
    let trace = Trace()
    let waiting = AsyncSignal()
    let handlers = LockedList<FlowStepHandler<Any, String>>()
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      let steps = ["a", "b", "c"].map { identifier in
        FlowStep(Any.self, String.self, identifier: identifier) { _ in
          trace.note(identifier)
          let handler = FlowStepHandler(Any.self, String.self)
          if identifier == "c" { handlers.append(handler) } else { handler.complete(nil) }
          if identifier == "c" { waiting.send() }
          return handler
        }
      }
      for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
      return steps[0]
    }
    let ended = AsyncSignal()
    let run = flow.reversible().start { _ in ended.send() }
    try await waiting.wait(orSay: "The run did not come to step c")
    try await run.goBack(to: "a")
    try await waiting.wait(orSay: "The run did not come to step c")
    #expect(trace.lines == ["a", "b", "c", "a", "b", "c"])
    let unknown = await #expect(throws: FlowHistoryError.self) { try await run.goBack(to: "x") }
    #expect(unknown == .unknownStep("x", run: run.id, known: ["b", "a"]))
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
    let late = await #expect(throws: FlowHistoryError.self) { try await run.goBack(to: "a") }
    #expect(late?.description == "Run F#1 cannot go back; it has ended.")
  }
}
