import FlowState
import FlowStateTesting
import Testing

/// A coordinator inside a flow: screens that rest and report again, until it is completed or something fails.
@MainActor
struct CoordinatorInFlowTests {
  typealias Coordinator = NavigationFlowCoordinator<Int>

  let stage = Stage()

  /// Starts a flow of one coordinator and a step after it.
  func start(_ firstStep: @escaping @MainActor () -> any Startable) -> Coordinator? {
    let made = Kept<Coordinator>()
    stage.start { _ in
      let coordinator = Coordinator(navigationController: 7, identifier: "coordinator", firstStep: firstStep())
      coordinator.nextStep = stage.instant("n")
      made.all.append(coordinator)
      return coordinator
    }
    _ = stage.trace.take()
    return made.all.first
  }

  let goneOn = ["coordinator completed", "n began", "n completed", "rest", "F#1 completed", "= nil"]

  @Test("the screens at rest report again, from any of them, and complete() goes on")
  func rest() throws {
    let coordinator = try #require(start { stage.waiting("a", then: stage.waiting("b")) })
    #expect(coordinator.navigationController == 7)
    stage.complete("a", "b")
    #expect(stage.trace.take() == ["a completed", "b began", "b completed", "rest"])
    stage.complete("b")
    #expect(stage.trace.take() == ["b completed", "rest"])
    stage.complete("a", "a", "b")
    #expect(stage.trace.take() == ["a completed", "b began", "a extra", "b completed", "rest"])
    coordinator.complete()
    stage.queue.play()
    #expect(stage.trace.take() == goneOn)
    stage.complete("a", "b")
    #expect(stage.trace.lines == ["a extra", "b extra"])
  }

  @Test("complete() while a screen waits cancels it, and what is nested in it")
  func completeWhileWaiting() throws {
    let inner = stage.flow("Inner") { _ in stage.waiting("i") }
    let coordinator = try #require(
      start {
        ConcurrentFlowStep(identifier: "group", steps: [stage.waiting("a"), FlowStep(inner, identifier: "nested")])
      })
    coordinator.complete()
    coordinator.complete()
    stage.queue.play()
    #expect(
      stage.trace.lines == ["i cancelled", "Inner#1 cancelled", "nested cancelled", "a cancelled", "group cancelled"]
        + goneOn)
  }

  @Test("complete() from a completion closure of a screen: that closure's next step does not start")
  func completeFromClosure() {
    let made = Kept<Coordinator>()
    stage.start { _ in
      let screen = stage.waiting("screen", then: stage.instant("never"))
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
      coordinator.nextStep = stage.instant("n")
      screen.setCompletion { [unowned coordinator] _, result in if result == "done" { coordinator.complete() } }
      made.all.append(coordinator)
      return coordinator
    }
    _ = stage.trace.take()
    stage.complete("screen", result: "more")
    stage.complete("screen", result: "done")
    #expect(
      stage.trace.lines
        == ["screen completed", "never began", "never completed", "rest", "screen completed"] + goneOn)
  }

  @Test("complete() from the closure of a screen that completes on the spot")
  func completeOnTheSpot() {
    stage.start { _ in
      let screen = stage.instant("screen", then: stage.instant("never"))
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
      screen.setCompletion { [unowned coordinator] _, _ in coordinator.complete() }
      return coordinator
    }
    #expect(
      stage.trace.lines == [
        "F#1 run began", "coordinator began", "screen began", "screen completed", "coordinator completed", "rest",
        "F#1 completed", "= nil",
      ])
  }

  @Test("a failure inside fails the coordinator, which names it")
  func failure() throws {
    let coordinator = try #require(start { stage.waiting("a", then: stage.waiting("b")) })
    stage.complete("a")
    _ = stage.trace.take()
    stage.fail("b")
    coordinator.complete()
    stage.queue.play()
    #expect(
      stage.trace.lines == [
        "b failed: mishap", "coordinator failed: Step 'b' failed (visit 3 of run F#1, lane 1): mishap", "F#1 failed",
        "= Step 'coordinator' failed (visit 1 of run F#1): Step 'b' failed (visit 3 of run F#1, lane 1): mishap",
      ])
  }

  @Test("a screen at rest that reports a failure fails the coordinator")
  func failureAtRest() throws {
    _ = try #require(start { stage.waiting("a") })
    stage.complete("a")
    _ = stage.trace.take()
    stage.fail("a")
    #expect(stage.trace.lines.first == "a failed: mishap")
    #expect(stage.trace.lines.last?.hasPrefix("= Step 'coordinator' failed") == true)
  }

  @Test("a screen that is let go while it waits fails the coordinator; one at rest may go")
  func abandoned() throws {
    _ = try #require(start { stage.waiting("a", then: stage.waiting("b")) })
    stage.complete("a")
    stage.letGo(of: "a")
    #expect(stage.trace.take() == ["a completed", "b began"])
    stage.letGo(of: "b")
    #expect(stage.trace.lines.first == "b abandoned")
    #expect(stage.trace.lines.last?.hasPrefix("= Step 'coordinator' failed") == true)
  }

  @Test("a coordinator inside a concurrent step: the group waits until it is completed")
  func inGroup() throws {
    let made = Kept<Coordinator>()
    stage.start { _ in
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: stage.waiting("a"))
      made.all.append(coordinator)
      return ConcurrentFlowStep(identifier: "group", steps: [coordinator, stage.waiting("b")])
    }
    stage.complete("a", "b", "a")
    #expect(!stage.trace.lines.contains("group completed"))
    made.all[0].complete()
    stage.queue.play()
    #expect(
      stage.trace.lines.suffix(5) == ["coordinator completed", "group completed", "rest", "F#1 completed", "= nil"])
  }

  @Test("a failure elsewhere cancels a coordinator and its screens; complete() does nothing then")
  func cancelled() throws {
    let made = Kept<Coordinator>()
    stage.start { _ in
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: stage.waiting("a"))
      coordinator.nextStep = stage.instant("n")
      made.all.append(coordinator)
      return ConcurrentFlowStep(identifier: "group", steps: [coordinator, stage.waiting("b")])
    }
    _ = stage.trace.take()
    stage.fail("b")
    made.all[0].complete()
    stage.queue.play()
    #expect(stage.trace.lines.prefix(3) == ["b failed: mishap", "a cancelled", "coordinator cancelled"])
    #expect(!stage.trace.lines.contains("n began"))
    #expect(stage.trace.lines.last?.hasPrefix("= Step 'group' failed") == true)
  }
}
