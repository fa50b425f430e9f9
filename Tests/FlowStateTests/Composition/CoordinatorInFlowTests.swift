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

  @Test("A coordinator's screens may report again at rest, and complete() continues the run")
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

  @Test("Completing a coordinator cancels its waiting screen and nested flows")
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

  @Test("Completing a coordinator in a screen's completion closure prevents the screen's next step")
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

  @Test("A coordinator may be completed in the closure of a screen that completes at once")
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

  @Test("A screen's failure fails the coordinator, whose error names the screen")
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

  @Test("A failure that a screen reports at rest fails the coordinator")
  func failureAtRest() throws {
    _ = try #require(start { harness.waiting("a") })
    harness.complete("a")
    _ = harness.trace.take()
    harness.fail("a")
    #expect(harness.trace.lines.first == "a failed: mishap")
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'coordinator' failed") == true)
  }

  @Test("A waiting screen that is released fails the coordinator, but a completed one may be released")
  func abandoned() throws {
    _ = try #require(start { harness.waiting("a", then: harness.waiting("b")) })
    harness.complete("a")
    harness.letGo(of: "a")
    #expect(harness.trace.take() == ["a completed", "b began"])
    harness.letGo(of: "b")
    #expect(harness.trace.lines.first == "b abandoned")
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'coordinator' failed") == true)
  }

  @Test("A concurrent step waits until its coordinator is completed")
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

  @Test("A failure elsewhere cancels a coordinator and its screens, and complete() then has no effect")
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

  @Test("Calling complete() inside a closure calls no other closure before that closure returns")
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
