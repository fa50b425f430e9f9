import Dispatch
import FlowState
import FlowStateTesting
import Testing

/// A reversible run goes back, asked by one of its own closures.
@MainActor
struct GoingBackFromClosureTests {
  let journey = Journey()

  @Test("from a completion closure: the next step that it has chosen does not start")
  func completionClosure() {
    journey.begin { [journey] scope in
      let b = journey.place("b")
      let c = journey.place("c")
      b.setCompletion { b, result in
        b.nextStep = c
        if result == "no" { scope.goBack() }
        journey.trace.note("closure returns")
      }
      return journey.place("a", then: b)
    }
    journey.complete("a")
    _ = journey.read()
    journey.complete("b", "no")
    #expect(
      journey.read() == [
        "b completed", "closure returns", "undo b() = no", "b undone", "undo a() = A", "a undone", "back to a", "a()",
      ])
    journey.complete("a")
    journey.complete("b", "yes")
    #expect(journey.read() == ["a completed", "b()", "b completed", "closure returns", "c()"])
  }

  @Test("twice in one closure are two steps")
  func twiceInOneClosure() {
    journey.begin { [journey] scope in
      let c = journey.place("c")
      c.setCompletion { _, _ in
        scope.goBack()
        scope.goBack()
      }
      return journey.place("a", then: journey.place("b", then: c))
    }
    journey.complete("a")
    journey.complete("b")
    journey.complete("c")
    _ = journey.read()
    journey.complete("a")
    #expect(journey.read() == ["a completed", "b()"])
  }

  @Test("from an intent: its work is cancelled", arguments: ["waits", "completes", "has no work", "fails"])
  func intent(way: String) {
    journey.begin { [journey] scope in
      let b = FlowStep(Any.self, String.self, identifier: "b") { _ in
        scope.goBack()
        let handler = Journey.Handler()
        handler.onCancel { journey.trace.note("b stopped") }
        switch way {
        case "completes": handler.complete("B")
        case "fails": handler.fail(Mishap())
        case "has no work": return nil
        default: DispatchQueue.main.async { _ = handler }
        }
        return handler
      }
      b.setUndo { _, result in journey.trace.note("undo b = \(result ?? "nil")") }
      b.nextStep = journey.place("c")
      return journey.place("a", then: b)
    }
    _ = journey.read()
    journey.complete("a")
    let settled =
      switch way {
      case "completes": ["b completed", "undo b = B", "b undone"]
      case "has no work": ["b completed", "undo b = nil", "b undone"]
      case "fails": ["b failed: mishap"]
      default: ["b stopped", "b cancelled"]
      }
    #expect(journey.read() == ["a completed"] + settled + ["undo a() = A", "a undone", "back to a", "a()"])
  }

  @Test("from a failure route, whatever it decides", arguments: ["fail", "goTo", "retry", "retry later"])
  func failureRoute(decision: String) {
    journey.begin { [journey] scope in
      let b = journey.place("b")
      b.setFailure { _ in
        scope.goBack()
        return switch decision {
        case "goTo": .goTo(journey.place("c"))
        case "retry": .retry
        case "retry later": .retry(after: .seconds(1))
        default: .fail
        }
      }
      return journey.place("a", then: b)
    }
    journey.complete("a")
    _ = journey.read()
    journey.fail("b")
    #expect(journey.read() == ["b failed: mishap", "undo a() = A", "a undone", "back to a", "a()"])
    #expect(journey.clock.timerCount == 0)
  }

  @Test("from an undo closure: one step more")
  func undo() {
    let run = journey.begin { [journey] scope in
      let b = journey.place("b")
      b.setUndo { _, _ in
        journey.trace.note("undo b")
        scope.goBack()
      }
      return journey.place("a", then: journey.place("z", then: b)).linked(b, to: journey.place("c"))
    }
    for identifier in ["a", "z", "b"] { journey.complete(identifier) }
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == [
        "c stopped", "c cancelled", "undo b", "b undone", "back to b", "undo z() = Z", "z undone", "back to z", "z()",
      ])
  }

  @Test("from the closure that hears of every ending")
  func outcomeClosure() {
    journey.begin { [journey] scope in
      let b = journey.place("b")
      b.setOutcome { _, outcome in if case .failed = outcome { scope.goBack() } }
      return journey.place("a", then: b)
    }
    journey.complete("a")
    _ = journey.read()
    journey.fail("b")
    #expect(journey.read() == ["b failed: mishap", "undo a() = A", "a undone", "back to a", "a()"])
  }

  @Test("from an async step: its task is cancelled")
  func asyncStep() async {
    let end = Bell()
    let trace = journey.trace
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
    flow.reversible().observed(by: Journey.Diary(trace: trace)).start { outcome in
      if case .completed(let result) = outcome { trace.note("= \(result ?? "nil")") }
      end.ring()
    }
    await end.wait()
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
