import FlowState
import FlowStateTesting
import Testing

/// A reversible run goes back to a step of a name.
@MainActor
struct GoingBackToNamedStepTests {
  let journey = Journey()

  @Test("to a named step: everything since is undone, the latest first")
  func named() async {
    let flow = journey.flow("F") { [journey] scope in
      let d = journey.place("d")
      d.setCompletion { _, result in
        guard let result else { return }
        do throws(FlowHistoryError) {
          try scope.goBack(to: result)
        } catch {
          journey.trace.note("\(error)")
        }
      }
      return journey.place("a", then: journey.place("b", then: journey.place("c", then: d)))
    }
    journey.begin(flow.reversible())
    for identifier in ["a", "b", "c"] { journey.complete(identifier) }
    _ = journey.read()
    journey.complete("d", "b")
    #expect(
      journey.read() == [
        "d completed", "undo d() = b", "d undone", "undo c() = C", "c undone", "undo b() = B", "b undone", "back to b",
        "b()",
      ])
    journey.complete("b")
    journey.complete("c")
    _ = journey.read()
    journey.complete("d", "x")
    #expect(
      journey.read() == [
        "d completed", "Run F#1 cannot go back to 'x'; the steps that it can go back to are: c, b, a.", "F#1 completed",
        "= nil, 0 alive",
      ])
  }

  @Test("the step where the run stands is no step to go back to, unless it was there before")
  func itself() {
    journey.begin { [journey] scope in
      let a = journey.place("a")
      a.setCompletion { a, result in
        a.nextStep = result == "again" ? a : nil
        do throws(FlowHistoryError) {
          if result != "again" { try scope.goBack(to: "a") }
        } catch {
          journey.trace.note("\(error)")
        }
      }
      return a
    }
    journey.complete("a", "again")
    _ = journey.read()
    journey.complete("a", "back")
    #expect(
      journey.read() == [
        "a completed", "undo a() = back", "a undone", "undo a() = again", "a undone", "back to a", "a()",
      ])
    journey.complete("a", "back")
    #expect(
      journey.read() == [
        "a completed", "Run F#1 cannot go back to 'a'; it remembers no earlier step.", "F#1 completed",
        "= nil, 0 alive",
      ])
  }

  @Test("a FlowRun goes back to a named step, and says why it does not")
  func namedFromOutside() async throws {
    let trace = Trace()
    let waiting = Bell()
    let handlers = Shelf<FlowStepHandler<Any, String>>()
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      let steps = ["a", "b", "c"].map { identifier in
        FlowStep(Any.self, String.self, identifier: identifier) { _ in
          trace.note(identifier)
          let handler = FlowStepHandler(Any.self, String.self)
          if identifier == "c" { handlers.put(handler) } else { handler.complete(nil) }
          if identifier == "c" { waiting.ring() }
          return handler
        }
      }
      for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
      return steps[0]
    }
    let ended = Bell()
    let run = flow.reversible().start { _ in ended.ring() }
    await waiting.wait()
    try await run.goBack(to: "a")
    await waiting.wait()
    #expect(trace.lines == ["a", "b", "c", "a", "b", "c"])
    let unknown = await #expect(throws: FlowHistoryError.self) { try await run.goBack(to: "x") }
    #expect(unknown == .unknownStep("x", run: run.id, known: ["b", "a"]))
    run.cancel()
    await ended.wait()
    let late = await #expect(throws: FlowHistoryError.self) { try await run.goBack(to: "a") }
    #expect(late?.description == "Run F#1 cannot go back; it has ended.")
  }
}
