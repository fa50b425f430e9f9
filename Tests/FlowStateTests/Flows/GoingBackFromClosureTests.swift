import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back that a closure of the run requests.
@MainActor
struct GoingBackFromClosureTests {
  let harness = GoingBackHarness()

  @Test("A completion closure that goes back prevents the next step that it has chosen")
  func completionClosure() {
    harness.startFlow { [harness] scope in
      let b = harness.waiting("b")
      let c = harness.waiting("c")
      b.setCompletion { b, result in
        b.nextStep = c
        if result == "no" { scope.goBack() }
        harness.trace.note("closure returns")
      }
      return harness.waiting("a", then: b)
    }
    harness.complete("a")
    _ = harness.takeLines()
    harness.complete("b", "no")
    #expect(
      harness.takeLines() == [
        "b completed", "closure returns", "undo b() = no", "b undone", "undo a() = A", "a undone", "back to a", "a()",
      ])
    harness.complete("a")
    harness.complete("b", "yes")
    #expect(harness.takeLines() == ["a completed", "b()", "b completed", "closure returns", "c()"])
  }

  @Test("Going back twice in one closure goes back two steps")
  func twiceInOneClosure() {
    harness.startFlow { [harness] scope in
      let c = harness.waiting("c")
      c.setCompletion { _, _ in
        scope.goBack()
        scope.goBack()
      }
      return harness.waiting("a", then: harness.waiting("b", then: c))
    }
    harness.complete("a")
    harness.complete("b")
    harness.complete("c")
    _ = harness.takeLines()
    harness.complete("a")
    #expect(harness.takeLines() == ["a completed", "b()"])
  }

  @Test(
    "Going back from an intent cancels the step's work, or undoes it if it has completed",
    arguments: ["waits", "completes", "has no work", "fails"])
  func intent(way: String) {
    harness.startFlow { [harness] scope in
      let b = FlowStep(Any.self, String.self, identifier: "b") { _ in
        scope.goBack()
        let handler = GoingBackHarness.Handler()
        handler.onCancel { [trace = harness.trace] in trace.note("b stopped") }
        switch way {
        case "completes": handler.complete("B")
        case "fails": handler.fail(TestError())
        case "has no work": return nil
        default: DispatchQueue.main.async { _ = handler }
        }
        return handler
      }
      b.setUndo { _, result in harness.trace.note("undo b = \(result ?? "nil")") }
      b.nextStep = harness.waiting("c")
      return harness.waiting("a", then: b)
    }
    _ = harness.takeLines()
    harness.complete("a")
    let settled =
      switch way {
      case "completes": ["b completed", "undo b = B", "b undone"]
      case "has no work": ["b completed", "undo b = nil", "b undone"]
      case "fails": ["b failed: mishap"]
      default: ["b stopped", "b cancelled"]
      }
    #expect(harness.takeLines() == ["a completed"] + settled + ["undo a() = A", "a undone", "back to a", "a()"])
  }

  @Test(
    "Going back from a failure route takes precedence over the route's decision",
    arguments: ["fail", "goTo", "retry", "retry later"])
  func failureRoute(decision: String) {
    harness.startFlow { [harness] scope in
      let b = harness.waiting("b")
      b.setFailure { _ in
        scope.goBack()
        return switch decision {
        case "goTo": .goTo(harness.waiting("c"))
        case "retry": .retry
        case "retry later": .retry(after: .seconds(1))
        default: .fail
        }
      }
      return harness.waiting("a", then: b)
    }
    harness.complete("a")
    _ = harness.takeLines()
    harness.fail("b")
    #expect(harness.takeLines() == ["b failed: mishap", "undo a() = A", "a undone", "back to a", "a()"])
    #expect(harness.clock.timerCount == 0)
  }

  @Test("Going back from an undo closure goes back one more step")
  func undo() {
    let run = harness.startFlow { [harness] scope in
      let b = harness.waiting("b")
      b.setUndo { _, _ in
        harness.trace.note("undo b")
        scope.goBack()
      }
      return harness.waiting("a", then: harness.waiting("z", then: b)).linked(b, to: harness.waiting("c"))
    }
    for identifier in ["a", "z", "b"] { harness.complete(identifier) }
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "c stopped", "c cancelled", "undo b", "b undone", "back to b", "undo z() = Z", "z undone", "back to z", "z()",
      ])
  }

  @Test("An outcome closure may take its run back")
  func outcomeClosure() {
    harness.startFlow { [harness] scope in
      let b = harness.waiting("b")
      b.setOutcome { _, outcome in if case .failed = outcome { scope.goBack() } }
      return harness.waiting("a", then: b)
    }
    harness.complete("a")
    _ = harness.takeLines()
    harness.fail("b")
    #expect(harness.takeLines() == ["b failed: mishap", "undo a() = A", "a undone", "back to a", "a()"])
  }

  @Test("Going back from an async step cancels its task")
  func asyncStep() async throws {
    let end = AsyncSignal()
    let trace = harness.trace
    let flow = Flow(Any.self, String.self, identifier: "F") { @MainActor scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in
        trace.note("a")
        return nil
      }
      var visits = 0
      let b = FlowStep(Any.self, String.self, identifier: "b") { @MainActor _ async in
        visits += 1
        if visits == 1 {
          scope.goBack()
          await Task.yield()
          trace.note("b is cancelled: \(Task.isCancelled)")
        }
        return "\(visits)"
      }
      b.setCompletion { _, result in scope.result = result }
      a.nextStep = b
      return a
    }
    flow.reversible().observed(by: GoingBackHarness.Observer(trace: trace)).start { outcome in
      if case .completed(let result) = outcome { trace.note("= \(result ?? "nil")") }
      end.send()
    }
    try await end.wait(orSay: "The run did not end")
    let lines = trace.take()
    #expect(lines.filter { $0 != "b extra" }.first == "a")
    #expect(lines.contains("b is cancelled: true"))
    #expect(lines.contains("b cancelled"))
    #expect(lines.filter { $0 == "b extra" }.count == 1)
    #expect(lines.last == "= 2")
  }
}

extension FlowStep {
  /// Links two steps further down the chain that begins with this one.
  fileprivate func linked(_ step: AnyFlowStep, to next: AnyFlowStep) -> FlowStep {
    step.nextStep = next
    return self
  }
}
