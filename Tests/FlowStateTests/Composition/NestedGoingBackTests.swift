import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back in nested flows.
@MainActor
struct NestedGoingBackTests {
  let harness = GoingBackHarness()

  /// a, then flow N (x, y), then z; N goes back when x or y completes with "back".
  private func start(isNestedReversible: Bool = true, isReversible: Bool = true) -> FlowRun {
    let inner = harness.flow("N") { [harness] scope in
      let steps = ["x", "y"].map { identifier in
        let step = harness.waiting(identifier)
        step.setCompletion { _, result in
          scope.result = result
          if result == "back" { scope.goBack() }
        }
        return step
      }
      steps[0].nextStep = steps[1]
      return steps[0]
    }
    let outer = harness.flow("F") { [harness] _ in
      let nested = FlowStep(isNestedReversible ? inner.reversible() : inner, identifier: "nested")
      nested.nextStep = harness.waiting("z")
      nested.setUndo { _, result in harness.trace.note("undo nested = \(result ?? "nil")") }
      return harness.waiting("a", then: nested)
    }
    let run = harness.start(isReversible ? outer.reversible() : outer)
    harness.complete("a")
    return run
  }

  @Test("Going back inside a nested flow affects only its own steps", arguments: [false, true])
  func within(isReversible: Bool) {
    _ = start(isReversible: isReversible)
    harness.complete("x")
    _ = harness.takeLines()
    harness.complete("y", "back")
    #expect(
      harness.takeLines() == [
        "y completed", "undo y() = back", "y undone", "undo x() = X", "x undone", "back to x", "x()",
      ])
  }

  @Test("Going back past a nested flow's first step takes a reversible outer run back too")
  func pastTheFirst() {
    _ = start()
    _ = harness.takeLines()
    harness.complete("x", "back")
    #expect(
      harness.takeLines() == [
        "x completed", "undo x() = back", "x undone", "N#1 cancelled", "nested cancelled", "undo a() = A", "a undone",
        "back to a", "a()",
      ])
    harness.complete("a")
    harness.complete("x")
    harness.complete("y", "Y")
    harness.complete("z")
    #expect(harness.takeLines().suffix(2) == ["F#1 completed", "= nil, 0 alive"])
  }

  @Test("Going back past a nested flow's first step cancels an outer run without a history")
  func pastTheFirstInAnother() {
    _ = start(isReversible: false)
    _ = harness.takeLines()
    harness.complete("x", "back")
    #expect(
      harness.takeLines() == [
        "x completed", "undo x() = back", "x undone", "N#1 cancelled", "nested cancelled", "F#1 cancelled",
        "= cancelled, 0 alive",
      ])
  }

  @Test("Going back while a nested flow works cancels it from the inside out")
  func whileNestedWorks() {
    let run = start()
    harness.complete("x")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "y stopped", "y cancelled", "undo x() = X", "x undone", "N#1 cancelled", "nested cancelled", "undo a() = A",
        "a undone", "back to a", "a()",
      ])
  }

  @Test("Going back to a nested flow runs it again from its first step")
  func backToNested() {
    let run = start()
    harness.complete("x")
    harness.complete("y", "Y")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == ["z stopped", "z cancelled", "undo nested = Y", "nested undone", "back to nested", "x()"])
  }

  @Test("Going back past the first step of several nested flows takes the outermost run back")
  func levels() {
    var flow = harness.flow("N0") { [harness] scope in
      let x = harness.waiting("x")
      x.setCompletion { _, _ in scope.goBack() }
      return x
    }
    .reversible()
    for level in 1...3 {
      let inner = flow
      flow = harness.flow("N\(level)") { _ in FlowStep(inner) }.reversible()
    }
    let deepest = flow
    harness.startFlow { [harness] _ in harness.waiting("a", then: FlowStep(deepest)) }
    harness.complete("a")
    _ = harness.takeLines()
    harness.complete("x")
    #expect(harness.takeLines().suffix(4) == ["undo a() = A", "a undone", "back to a", "a()"])
    #expect(harness.queue.isEmpty)
  }

  @Test("A nested flow whose closure takes the outer run back starts no further step")
  func outerScope() {
    harness.startFlow { [harness] outer in
      let inner = harness.flow("N") { _ in
        let x = harness.waiting("x", then: harness.waiting("never"))
        x.setCompletion { _, _ in outer.goBack() }
        return x
      }
      return harness.waiting("a", then: FlowStep(inner, identifier: "nested"))
    }
    harness.complete("a")
    _ = harness.takeLines()
    harness.complete("x")
    #expect(
      harness.takeLines() == [
        "x completed", "N#1 cancelled", "nested cancelled", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test(
    "Going back past the first step of a nested flow on its own queue takes the outer run back or cancels it",
    arguments: [false, true])
  func ownQueue(isReversible: Bool) {
    let other = ManualQueue()
    let trace = harness.trace
    let inner = Flow(String.self, String.self, identifier: "N") { scope in
      let x = FlowStep(Any.self, String.self, identifier: "x") { _ in
        trace.note("x()")
        let handler = GoingBackHarness.Handler()
        handler.complete("X")
        return handler
      }
      x.setUndo { _, result in trace.note("undo x = \(result ?? "nil")") }
      x.setCompletion { _, _ in scope.goBack() }
      return x
    }
    .reversible().on(other)
    let outer = harness.flow("F") { [harness] _ in harness.waiting("a", then: FlowStep(inner, identifier: "nested")) }
    harness.start(isReversible ? outer.reversible() : outer)
    harness.complete("a")
    _ = harness.takeLines()
    other.play()
    harness.queue.play()
    let end =
      isReversible
      ? ["undo a() = A", "a undone", "back to a", "a()"] : ["F#1 cancelled", "= cancelled, 0 alive"]
    #expect(
      harness.takeLines() == ["x()", "x completed", "undo x = X", "x undone", "N#1 cancelled", "nested cancelled"] + end
    )
  }

  @Test("Going back while a nested flow works on its own queue cancels it there")
  func whileOwnQueueWorks() {
    let other = ManualQueue()
    let handlers = LockedList<GoingBackHarness.Handler>()
    let trace = harness.trace
    let inner = Flow(String.self, String.self, identifier: "N") { scope in
      FlowStep(Any.self, String.self, identifier: "x") { _ in
        let handler = GoingBackHarness.Handler()
        handler.onCancel { trace.note("x stopped") }
        handlers.append(handler)
        return handler
      }
    }
    .on(other)
    let run = harness.startFlow { [harness] _ in harness.waiting("a", then: FlowStep(inner, identifier: "nested")) }
    harness.complete("a")
    other.play()
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["nested cancelled"], "the nested run comes to its end first")
    other.play()
    harness.queue.play()
    #expect(
      harness.takeLines() == [
        "x stopped", "x cancelled", "N#1 cancelled", "undo a() = A", "a undone", "back to a", "a()",
      ])
    harness.complete("a")
    other.play()
    harness.queue.play()
    #expect(harness.takeLines() == ["a completed"])
    #expect(handlers.count == 2)
    run.cancel()
    harness.queue.play()
    #expect(harness.takeLines() == ["nested cancelled"], "the run's end waits for the nested one's")
    other.play()
    harness.queue.play()
    #expect(
      harness.takeLines() == ["x stopped", "x cancelled", "N#2 cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
  }
}
