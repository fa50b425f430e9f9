import Dispatch
import FlowState
import FlowStateTesting
import Testing

/// Going back where flows are nested.
@MainActor
struct NestedGoingBackTests {
  let journey = Journey()

  /// a, then flow N (x, y), then z; N goes back when x or y completes with "back".
  private func start(isNestedReversible: Bool = true, isReversible: Bool = true) -> FlowRun {
    let inner = journey.flow("N") { [journey] scope in
      let steps = ["x", "y"].map { identifier in
        let step = journey.place(identifier)
        step.setCompletion { _, result in
          scope.result = result
          if result == "back" { scope.goBack() }
        }
        return step
      }
      steps[0].nextStep = steps[1]
      return steps[0]
    }
    let outer = journey.flow("F") { [journey] _ in
      let nested = FlowStep(isNestedReversible ? inner.reversible() : inner, identifier: "nested")
      nested.nextStep = journey.place("z")
      nested.setUndo { _, result in journey.trace.note("undo nested = \(result ?? "nil")") }
      return journey.place("a", then: nested)
    }
    let run = journey.begin(isReversible ? outer.reversible() : outer)
    journey.complete("a")
    return run
  }

  @Test("inside a nested flow, within that", arguments: [false, true])
  func within(isReversible: Bool) {
    _ = start(isReversible: isReversible)
    journey.complete("x")
    _ = journey.read()
    journey.complete("y", "back")
    #expect(
      journey.read() == ["y completed", "undo y() = back", "y undone", "undo x() = X", "x undone", "back to x", "x()"])
  }

  @Test("past the first step of a nested flow, in a reversible one: that goes back too")
  func pastTheFirst() {
    _ = start()
    _ = journey.read()
    journey.complete("x", "back")
    #expect(
      journey.read() == [
        "x completed", "undo x() = back", "x undone", "N#1 cancelled", "nested cancelled", "undo a() = A", "a undone",
        "back to a", "a()",
      ])
    journey.complete("a")
    journey.complete("x")
    journey.complete("y", "Y")
    journey.complete("z")
    #expect(journey.read().suffix(2) == ["F#1 completed", "= nil, 0 alive"])
  }

  @Test("past the first step of a nested flow, in one that keeps no history: the run is cancelled")
  func pastTheFirstInAnother() {
    _ = start(isReversible: false)
    _ = journey.read()
    journey.complete("x", "back")
    #expect(
      journey.read() == [
        "x completed", "undo x() = back", "x undone", "N#1 cancelled", "nested cancelled", "F#1 cancelled",
        "= cancelled, 0 alive",
      ])
  }

  @Test("while a nested flow is at work it is cancelled, inside out")
  func whileNestedWorks() {
    let run = start()
    journey.complete("x")
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == [
        "y stopped", "y cancelled", "N#1 cancelled", "nested cancelled", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("back to a nested flow runs it anew")
  func backToNested() {
    let run = start()
    journey.complete("x")
    journey.complete("y", "Y")
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == ["z stopped", "z cancelled", "undo nested = Y", "nested undone", "back to nested", "x()"])
  }

  @Test("through several levels")
  func levels() {
    var flow = journey.flow("N0") { [journey] scope in
      let x = journey.place("x")
      x.setCompletion { _, _ in scope.goBack() }
      return x
    }
    .reversible()
    for level in 1...3 {
      let inner = flow
      flow = journey.flow("N\(level)") { _ in FlowStep(inner) }.reversible()
    }
    let deepest = flow
    journey.begin { [journey] _ in journey.place("a", then: FlowStep(deepest)) }
    journey.complete("a")
    _ = journey.read()
    journey.complete("x")
    #expect(journey.read().suffix(4) == ["undo a() = A", "a undone", "back to a", "a()"])
    #expect(journey.queue.isEmpty)
  }

  @Test("with the scope of the run around, from a closure of the nested one: nothing more starts")
  func outerScope() {
    journey.begin { [journey] outer in
      let inner = journey.flow("N") { _ in
        let x = journey.place("x", then: journey.place("never"))
        x.setCompletion { _, _ in outer.goBack() }
        return x
      }
      return journey.place("a", then: FlowStep(inner, identifier: "nested"))
    }
    journey.complete("a")
    _ = journey.read()
    journey.complete("x")
    #expect(
      journey.read() == [
        "x completed", "N#1 cancelled", "nested cancelled", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("out of a nested flow on a queue of its own", arguments: [false, true])
  func ownQueue(isReversible: Bool) {
    let other = ManualQueue()
    let trace = journey.trace
    let inner = Flow(String.self, String.self, identifier: "N") { scope in
      let x = FlowStep(Any.self, String.self, identifier: "x") { _ in
        trace.note("x()")
        let handler = Journey.Handler()
        handler.complete("X")
        return handler
      }
      x.setUndo { _, result in trace.note("undo x = \(result ?? "nil")") }
      x.setCompletion { _, _ in scope.goBack() }
      return x
    }
    .reversible().on(other)
    let outer = journey.flow("F") { [journey] _ in journey.place("a", then: FlowStep(inner, identifier: "nested")) }
    journey.begin(isReversible ? outer.reversible() : outer)
    journey.complete("a")
    _ = journey.read()
    other.play()
    journey.queue.play()
    let end =
      isReversible
      ? ["undo a() = A", "a undone", "back to a", "a()"] : ["F#1 cancelled", "= cancelled, 0 alive"]
    #expect(
      journey.read() == ["x()", "x completed", "undo x = X", "x undone", "N#1 cancelled", "nested cancelled"] + end)
  }

  @Test("while a nested flow on a queue of its own is at work, which hears of it there")
  func whileOwnQueueWorks() {
    let other = ManualQueue()
    let handlers = Shelf<Journey.Handler>()
    let trace = journey.trace
    let inner = Flow(String.self, String.self, identifier: "N") { scope in
      FlowStep(Any.self, String.self, identifier: "x") { _ in
        let handler = Journey.Handler()
        handler.onCancel { trace.note("x stopped") }
        handlers.put(handler)
        return handler
      }
    }
    .on(other)
    let run = journey.begin { [journey] _ in journey.place("a", then: FlowStep(inner, identifier: "nested")) }
    journey.complete("a")
    other.play()
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["nested cancelled", "undo a() = A", "a undone", "back to a", "a()"])
    journey.complete("a")
    other.play()
    journey.queue.play()
    #expect(journey.read() == ["a completed", "x stopped", "x cancelled", "N#1 cancelled"])
    #expect(handlers.count == 2)
    run.cancel()
    journey.queue.play()
    #expect(journey.read() == ["nested cancelled"], "the run's end waits for the nested one's")
    other.play()
    journey.queue.play()
    #expect(journey.read() == ["x stopped", "x cancelled", "N#2 cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
  }
}
