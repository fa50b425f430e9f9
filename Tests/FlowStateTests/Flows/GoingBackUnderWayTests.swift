import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back during a pause, another attempt, or the work of children.
@MainActor
struct GoingBackUnderWayTests {
  let harness = GoingBackHarness()

  @Test("Going back during the pause of a failure route prevents another attempt")
  func routePause() {
    let run = harness.startFlow { [harness] _ in
      let b = harness.waiting("b")
      b.setFailure { _ in .retry(after: .seconds(1)) }
      return harness.waiting("a", then: b)
    }
    harness.complete("a")
    harness.fail("b")
    _ = harness.takeLines()
    #expect(harness.clock.timerCount == 1)
    harness.goBack(run)
    #expect(harness.takeLines() == ["undo a() = A", "a undone", "back to a", "a()"])
    #expect(harness.clock.timerCount == 0)
    harness.clock.advance(by: .seconds(2))
    harness.queue.play()
    #expect(harness.takeLines() == [])
  }

  @Test("Going back during the pause of the retry operator prevents another attempt")
  func operatorPause() {
    let run = harness.startFlow { [harness] _ in
      harness.waiting("a", then: harness.waiting("b").retry(attempts: 3, backoff: .constant(.seconds(1))))
    }
    harness.complete("a")
    harness.fail("b")
    _ = harness.takeLines()
    #expect(harness.clock.timerCount == 1)
    harness.goBack(run)
    #expect(harness.takeLines() == ["b (retry) cancelled", "undo a() = A", "a undone", "back to a", "a()"])
    #expect(harness.clock.timerCount == 0)
  }

  @Test("Going back from a retried step leads to the step before it")
  func retried() {
    let run = harness.startFlow { [harness] _ in
      let b = harness.waiting("b")
      b.setFailure { _ in .retry }
      return harness.waiting("a", then: b)
    }
    harness.complete("a")
    harness.fail("b")
    harness.fail("b")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["b stopped", "b cancelled", "undo a() = A", "a undone", "back to a", "a()"])
  }

  @Test("Going back from a retried step with children undoes the children of every attempt")
  func retriedGroup() {
    let run = harness.startFlow { [harness] _ in
      let group = ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("x"), harness.waiting("y")])
      group.setFailure { _ in .retry }
      return harness.waiting("a", then: group)
    }
    harness.complete("a")
    harness.complete("x", "1")
    harness.fail("y")
    harness.complete("x", "2")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "y stopped", "y cancelled", "group cancelled", "undo x() = 2", "x undone", "undo x() = 1", "x undone",
        "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("Going back cancels working children from the inside out and undoes completed ones")
  func children() {
    let run = harness.startFlow { [harness] _ in
      let x = harness.waiting("x", then: harness.waiting("x2"))
      let group = ConcurrentFlowStep(identifier: "group", steps: [x, harness.waiting("y"), harness.waiting("z")])
      group.nextStep = harness.waiting("after")
      return harness.waiting("a", then: group)
    }
    harness.complete("a")
    harness.complete("y")
    harness.complete("x")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "z stopped", "z cancelled", "x2 stopped", "x2 cancelled", "group cancelled", "undo y() = Y", "y undone",
        "undo x() = X", "x undone", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("Going back to a step with children starts them all again")
  func backToChildren() {
    let run = harness.startFlow { [harness] _ in
      let group = ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("x"), harness.waiting("y")])
      group.nextStep = harness.waiting("after")
      return group
    }
    harness.complete("y")
    harness.complete("x")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "after stopped", "after cancelled", "undo y() = Y", "y undone", "undo x() = X", "x undone", "back to group",
        "x()", "y()",
      ])
  }

  /// The kinds of steps that open lanes for a step inside them.
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

  @Test("Going back from a child's closure cancels the host and starts nothing more", arguments: Composite.allCases)
  func fromChildren(composite: Composite) {
    harness.startFlow { [harness] scope in
      let inner = harness.waiting("x", then: harness.waiting("never"))
      inner.setCompletion { _, _ in scope.goBack() }
      let host = composite.around(inner, harness.waiting("y"))
      host.nextStep = harness.waiting("never either")
      return harness.waiting("a", then: host)
    }
    harness.complete("a")
    harness.clock.advance(by: .seconds(1))
    harness.queue.play()
    _ = harness.takeLines()
    harness.complete("x")
    let lines = harness.takeLines()
    #expect(lines.first == "x completed")
    #expect(lines.suffix(6) == ["undo x() = X", "x undone", "undo a() = A", "a undone", "back to a", "a()"])
    #expect(!lines.contains { $0.hasPrefix("never") })
    #expect(lines.filter { $0.hasSuffix(" cancelled") }.count >= 1, "\(lines)")
    #expect(harness.clock.timerCount == 0)
    harness.complete("a")
    harness.clock.advance(by: .seconds(1))
    harness.queue.play()
    #expect(harness.takeLines().contains("x()"))
  }

  @Test("Going back from a child's intent prevents siblings that have not started")
  func fromChildIntent() {
    harness.startFlow { [harness] scope in
      var isFirst = true
      let x = FlowStep(Any.self, String.self, identifier: "x") { _ in
        harness.trace.note("x()")
        if isFirst { scope.goBack() }
        isFirst = false
        return nil
      }
      return harness.waiting(
        "a", then: ConcurrentFlowStep(identifier: "group", steps: [x, harness.waiting("y")]))
    }
    _ = harness.takeLines()
    harness.complete("a")
    #expect(
      harness.takeLines() == [
        "a completed", "x()", "x completed", "group cancelled", "undo a() = A", "a undone", "back to a", "a()",
      ])
    harness.complete("a")
    #expect(harness.takeLines() == ["a completed", "x()", "x completed", "y()"])
  }
}
