import FlowState
import FlowStateTesting
import Testing

/// A reversible run goes back while a pause, another attempt or children are under way.
@MainActor
struct GoingBackUnderWayTests {
  let journey = Journey()

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
    #expect(journey.read() == ["b (retry) cancelled", "undo a() = A", "a undone", "back to a", "a()"])
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
}
