import Dispatch
import FlowState
import FlowStateTesting
import Testing

/// A reversible run goes back: from which closure, in which state, to which step.
@MainActor
struct GoingBackTests {
  let journey = Journey()

  /// a, b, c in a row.
  private func row() -> FlowRun {
    journey.begin { [journey] _ in journey.place("a", then: journey.place("b", then: journey.place("c"))) }
  }

  // MARK: From outside

  @Test("while a step waits: its work is stopped, the step before is undone and starts again")
  func waiting() {
    let run = row()
    journey.complete("a")
    journey.complete("b")
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["c stopped", "c cancelled", "undo b() = B", "b undone", "back to b", "b()"])
    journey.complete("b", "again")
    journey.complete("c")
    #expect(journey.read() == ["b completed", "c()", "c completed", "F#1 completed", "= nil, 0 alive"])
  }

  @Test("what the work that was left reports later is ignored and told")
  func lateReport() throws {
    let run = row()
    journey.complete("a")
    let late = try #require(journey["b"])
    journey.goBack(run)
    _ = journey.read()
    late.complete("late")
    late.fail(Mishap())
    journey.queue.play()
    #expect(journey.read() == ["b extra", "b extra"])
    journey.complete("a")
    #expect(journey.read() == ["a completed", "b()"])
  }

  @Test("twice from outside are two steps")
  func twice() {
    let run = row()
    journey.complete("a")
    journey.complete("b")
    _ = journey.read()
    run.goBack()
    run.goBack()
    journey.queue.play()
    #expect(
      journey.read() == [
        "c stopped", "c cancelled", "undo b() = B", "b undone", "back to b", "b()", "b stopped", "b cancelled",
        "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("past the first step: what has completed is undone and the run ends as cancelled")
  func pastTheFirst() {
    let run = row()
    journey.complete("a")
    journey.goBack(run)
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
    journey.goBack(run)
    #expect(journey.read() == [])
  }

  @Test("from the very first step, before anything has completed")
  func fromTheFirst() {
    let run = row()
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
  }

  @Test("a run that has ended stays as it is")
  func ended() {
    let run = row()
    for identifier in ["a", "b", "c"] { journey.complete(identifier) }
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == [])
  }

  @Test("a run that is cancelled at the same time is cancelled", arguments: [false, true])
  func cancelledToo(first: Bool) {
    let run = row()
    journey.complete("a")
    _ = journey.read()
    if first { run.cancel() }
    run.goBack()
    if !first { run.cancel() }
    journey.queue.play()
    let end = ["F#1 cancelled", "= cancelled, 0 alive"]
    let back = ["undo a() = A", "a undone", "back to a", "a()", "a stopped", "a cancelled"]
    #expect(journey.read() == ["b stopped", "b cancelled"] + (first ? [] : back) + end)
  }

  // MARK: From the run's own closures

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
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in
        trace.note("a")
        return nil
      }
      var visits = 0
      let b = FlowStep(Any.self, String.self, identifier: "b") { _ async in
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

  // MARK: While something else is under way

  @Test("during the pause of a failure route the step is not tried again")
  func routePause() {
    let run = journey.begin { [journey] _ in
      let b = journey.place("b")
      b.setFailure { _ in .retry(after: .seconds(1)) }
      return journey.place("a", then: b)
    }
    journey.complete("a")
    journey.fail("b")
    _ = journey.read()
    #expect(journey.clock.timerCount == 1)
    journey.goBack(run)
    #expect(journey.read() == ["undo a() = A", "a undone", "back to a", "a()"])
    #expect(journey.clock.timerCount == 0)
    journey.clock.advance(by: .seconds(2))
    journey.queue.play()
    #expect(journey.read() == [])
  }

  @Test("during the pause of the retry operator the step is not tried again")
  func operatorPause() {
    let run = journey.begin { [journey] _ in
      journey.place("a", then: journey.place("b").retry(attempts: 3, backoff: .constant(.seconds(1))))
    }
    journey.complete("a")
    journey.fail("b")
    _ = journey.read()
    #expect(journey.clock.timerCount == 1)
    journey.goBack(run)
    #expect(journey.read() == ["b.retry cancelled", "undo a() = A", "a undone", "back to a", "a()"])
    #expect(journey.clock.timerCount == 0)
  }

  @Test("a step that is tried again is one place: back from it is the step before")
  func retried() {
    let run = journey.begin { [journey] _ in
      let b = journey.place("b")
      b.setFailure { _ in .retry }
      return journey.place("a", then: b)
    }
    journey.complete("a")
    journey.fail("b")
    journey.fail("b")
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["b stopped", "b cancelled", "undo a() = A", "a undone", "back to a", "a()"])
  }

  @Test("also a step with children that is tried again is one place, and what its first try has done is undone")
  func retriedGroup() {
    let run = journey.begin { [journey] _ in
      let group = ConcurrentFlowStep(identifier: "group", steps: [journey.place("x"), journey.place("y")])
      group.setFailure { _ in .retry }
      return journey.place("a", then: group)
    }
    journey.complete("a")
    journey.complete("x", "1")
    journey.fail("y")
    journey.complete("x", "2")
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == [
        "y stopped", "y cancelled", "group cancelled", "undo x() = 2", "x undone", "undo x() = 1", "x undone",
        "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("children at work are stopped from the inside out, and those that have completed are undone")
  func children() {
    let run = journey.begin { [journey] _ in
      let x = journey.place("x", then: journey.place("x2"))
      let group = ConcurrentFlowStep(identifier: "group", steps: [x, journey.place("y"), journey.place("z")])
      group.nextStep = journey.place("after")
      return journey.place("a", then: group)
    }
    journey.complete("a")
    journey.complete("y")
    journey.complete("x")
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == [
        "z stopped", "z cancelled", "x2 stopped", "x2 cancelled", "group cancelled", "undo y() = Y", "y undone",
        "undo x() = X", "x undone", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("back to a step with children starts them all again")
  func backToChildren() {
    let run = journey.begin { [journey] _ in
      let group = ConcurrentFlowStep(identifier: "group", steps: [journey.place("x"), journey.place("y")])
      group.nextStep = journey.place("after")
      return group
    }
    journey.complete("y")
    journey.complete("x")
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == [
        "after stopped", "after cancelled", "undo y() = Y", "y undone", "undo x() = X", "x undone", "back to group",
        "x()", "y()",
      ])
  }

  /// What opens lanes of its own: a step that has the given one inside.
  enum Composite: String, CaseIterable {
    case concurrent, join, raceOfAny, race, retry, timeout, recover, always, then, delay, coordinator

    @MainActor
    func around(_ inner: FlowStep<Any, String>, _ other: FlowStep<Any, String>) -> AnyFlowStep {
      switch self {
      case .concurrent: ConcurrentFlowStep(identifier: "host", steps: [inner, other])
      case .join: FlowStep(identifier: "host", joining: [inner, other])
      case .raceOfAny: RaceFlowStep(identifier: "host", steps: [other, inner])
      case .race: FlowStep(identifier: "host", racing: [inner, other])
      case .retry: inner.retry(attempts: 2)
      case .timeout: inner.timeout(.seconds(9))
      case .recover: inner.recover { _ in nil }
      case .always: inner.always { _ in }
      case .then: inner.then(FlowStep(String.self, String.self, identifier: "then") { _ in nil })
      case .delay: inner.delay(.seconds(1))
      case .coordinator:
        NavigationFlowCoordinator(navigationController: 0, identifier: "host", firstStep: inner)
      }
    }
  }

  @Test("from a closure of a child: nothing more starts, the host is left", arguments: Composite.allCases)
  func fromChildren(composite: Composite) {
    journey.begin { [journey] scope in
      let inner = journey.place("x", then: journey.place("never"))
      inner.setCompletion { _, _ in scope.goBack() }
      let host = composite.around(inner, journey.place("y"))
      host.nextStep = journey.place("never either")
      return journey.place("a", then: host)
    }
    journey.complete("a")
    journey.clock.advance(by: .seconds(1))
    journey.queue.play()
    _ = journey.read()
    journey.complete("x")
    let lines = journey.read()
    #expect(lines.first == "x completed")
    #expect(lines.suffix(6) == ["undo x() = X", "x undone", "undo a() = A", "a undone", "back to a", "a()"])
    #expect(!lines.contains { $0.hasPrefix("never") })
    #expect(lines.filter { $0.hasSuffix(" cancelled") }.count >= 1, "\(lines)")
    #expect(journey.clock.timerCount == 0)
    journey.complete("a")
    journey.clock.advance(by: .seconds(1))
    journey.queue.play()
    #expect(journey.read().contains("x()"))
  }

  @Test("from the intent of a child: siblings that have not started do not")
  func fromChildIntent() {
    journey.begin { [journey] scope in
      var isFirst = true
      let x = FlowStep(Any.self, String.self, identifier: "x") { _ in
        journey.trace.note("x()")
        if isFirst { scope.goBack() }
        isFirst = false
        return nil
      }
      return journey.place(
        "a", then: ConcurrentFlowStep(identifier: "group", steps: [x, journey.place("y")]))
    }
    _ = journey.read()
    journey.complete("a")
    #expect(
      journey.read() == [
        "a completed", "x()", "x completed", "group cancelled", "undo a() = A", "a undone", "back to a", "a()",
      ])
    journey.complete("a")
    #expect(journey.read() == ["a completed", "x()", "x completed", "y()"])
  }

  // MARK: To a named step

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
        "d completed", "Run F#1 cannot go back to 'x'; the steps that it has come past are: c, b, a.", "F#1 completed",
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

extension FlowStep {
  /// Links two steps further down the chain that begins with this one.
  fileprivate func linked(_ step: AnyFlowStep, to next: AnyFlowStep) -> FlowStep {
    step.nextStep = next
    return self
  }
}
