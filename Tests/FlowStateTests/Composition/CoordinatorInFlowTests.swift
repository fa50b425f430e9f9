import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A coordinator inside a flow: screens that rest and report again, until it is completed or something fails.
@MainActor
struct CoordinatorInFlowTests {
  typealias Coordinator = NavigationFlowCoordinator<Int>

  let harness = FlowHarness()

  /// Starts a flow of one coordinator and a step after it.
  func start(_ firstStep: @escaping @MainActor () -> any Startable) -> Coordinator? {
    let made = Box<[Coordinator]>([])
    harness.startMainActorFlow { _ in
      let coordinator = Coordinator(navigationController: 7, identifier: "coordinator", firstStep: firstStep())
      coordinator.nextStep = harness.instant("n")
      made.value.append(coordinator)
      return coordinator
    }
    _ = harness.trace.take()
    return made.value.first
  }

  let goneOn = ["coordinator completed", "n began", "n completed", "rest", "F#1 completed", "= nil"]

  @Test("the screens at rest report again, from any of them, and complete() goes on")
  func rest() throws {
    let coordinator = try #require(start { harness.waiting("a", then: harness.waiting("b")) })
    #expect(coordinator.navigationController == 7)
    harness.complete("a", "b")
    #expect(harness.trace.take() == ["a completed", "b began", "b completed", "rest"])
    harness.complete("b")
    #expect(harness.trace.take() == ["b completed", "rest"])
    harness.complete("a", "a", "b")
    #expect(harness.trace.take() == ["a completed", "b began", "a extra", "b completed", "rest"])
    coordinator.complete()
    harness.queue.play()
    #expect(harness.trace.take() == goneOn)
    harness.complete("a", "b")
    #expect(harness.trace.lines == ["a extra", "b extra"])
  }

  @Test("complete() while a screen waits cancels it, and what is nested in it")
  func completeWhileWaiting() throws {
    let inner = harness.mainActorFlow("Inner") { _ in harness.waiting("i") }
    let coordinator = try #require(
      start {
        ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("a"), FlowStep(inner, identifier: "nested")])
      })
    coordinator.complete()
    coordinator.complete()
    harness.queue.play()
    #expect(
      harness.trace.lines == ["i cancelled", "Inner#1 cancelled", "nested cancelled", "a cancelled", "group cancelled"]
        + goneOn)
  }

  @Test("complete() from a completion closure of a screen: that closure's next step does not start")
  func completeFromClosure() {
    let made = Box<[Coordinator]>([])
    harness.startMainActorFlow { _ in
      let screen = harness.waiting("screen", then: harness.instant("never"))
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
      coordinator.nextStep = harness.instant("n")
      screen.setCompletion { [unowned coordinator] _, result in if result == "done" { coordinator.complete() } }
      made.value.append(coordinator)
      return coordinator
    }
    _ = harness.trace.take()
    harness.complete("screen", result: "more")
    harness.complete("screen", result: "done")
    #expect(
      harness.trace.lines
        == ["screen completed", "never began", "never completed", "rest", "screen completed"] + goneOn)
  }

  @Test("complete() from the closure of a screen that completes on the spot")
  func completeOnTheSpot() {
    harness.startMainActorFlow { _ in
      let screen = harness.instant("screen", then: harness.instant("never"))
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
      screen.setCompletion { [unowned coordinator] _, _ in coordinator.complete() }
      return coordinator
    }
    #expect(
      harness.trace.lines == [
        "F#1 run began", "coordinator began", "screen began", "screen completed", "coordinator completed", "rest",
        "F#1 completed", "= nil",
      ])
  }

  @Test("a failure inside fails the coordinator, which names it")
  func failure() throws {
    let coordinator = try #require(start { harness.waiting("a", then: harness.waiting("b")) })
    harness.complete("a")
    _ = harness.trace.take()
    harness.fail("b")
    coordinator.complete()
    harness.queue.play()
    #expect(
      harness.trace.lines == [
        "b failed: mishap", "coordinator failed: Step 'b' failed (visit 3 of run F#1, lane 1): mishap", "F#1 failed",
        "= Step 'coordinator' failed (visit 1 of run F#1): Step 'b' failed (visit 3 of run F#1, lane 1): mishap",
      ])
  }

  @Test("a screen at rest that reports a failure fails the coordinator")
  func failureAtRest() throws {
    _ = try #require(start { harness.waiting("a") })
    harness.complete("a")
    _ = harness.trace.take()
    harness.fail("a")
    #expect(harness.trace.lines.first == "a failed: mishap")
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'coordinator' failed") == true)
  }

  @Test("a screen that is let go while it waits fails the coordinator; one at rest may go")
  func abandoned() throws {
    _ = try #require(start { harness.waiting("a", then: harness.waiting("b")) })
    harness.complete("a")
    harness.letGo(of: "a")
    #expect(harness.trace.take() == ["a completed", "b began"])
    harness.letGo(of: "b")
    #expect(harness.trace.lines.first == "b abandoned")
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'coordinator' failed") == true)
  }

  @Test("a coordinator inside a concurrent step: the group waits until it is completed")
  func inGroup() throws {
    let made = Box<[Coordinator]>([])
    harness.startMainActorFlow { _ in
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: harness.waiting("a"))
      made.value.append(coordinator)
      return ConcurrentFlowStep(identifier: "group", steps: [coordinator, harness.waiting("b")])
    }
    harness.complete("a", "b", "a")
    #expect(!harness.trace.lines.contains("group completed"))
    made.value[0].complete()
    harness.queue.play()
    #expect(
      harness.trace.lines.suffix(5) == ["coordinator completed", "group completed", "rest", "F#1 completed", "= nil"])
  }

  @Test("a failure elsewhere cancels a coordinator and its screens; complete() does nothing then")
  func cancelled() throws {
    let made = Box<[Coordinator]>([])
    harness.startMainActorFlow { _ in
      let coordinator = Coordinator(navigationController: 0, identifier: "coordinator", firstStep: harness.waiting("a"))
      coordinator.nextStep = harness.instant("n")
      made.value.append(coordinator)
      return ConcurrentFlowStep(identifier: "group", steps: [coordinator, harness.waiting("b")])
    }
    _ = harness.trace.take()
    harness.fail("b")
    made.value[0].complete()
    harness.queue.play()
    #expect(harness.trace.lines.prefix(3) == ["b failed: mishap", "a cancelled", "coordinator cancelled"])
    #expect(!harness.trace.lines.contains("n began"))
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'group' failed") == true)
  }

  @Test("complete() inside a closure calls no other closure before that closure has returned")
  func completeInClosure() {
    harness.startFlow { [harness] _ in
      let trace = harness.trace
      let show = harness.waiting("show")
      show.setOutcome { _, _ in trace.note("show has ended") }
      show.onCancel { trace.note("show is stopped") }
      let screens = NavigationFlowCoordinator(navigationController: 0, identifier: "screens", firstStep: show)
      let finish = harness.instant("finish")
      finish.setCompletion { _, _ in
        trace.note("before")
        screens.complete()
        screens.complete()
        trace.note("after")
      }
      return ConcurrentFlowStep(identifier: "both", steps: [screens, finish])
    }
    #expect(
      harness.trace.lines.suffix(9)
        == [
          "finish completed", "before", "after", "show is stopped", "show cancelled", "show has ended",
          "screens completed",
          "both completed", "rest", "F#1 completed", "= nil",
        ].suffix(9))
  }
}
