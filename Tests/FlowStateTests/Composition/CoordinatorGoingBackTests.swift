import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A coordinator that is completed after its run has left it.
@MainActor
struct CoordinatorGoingBackTests {
  let harness = FlowHarness()

  @Test("A coordinator's complete() has no effect after the run has gone back")
  func lateComplete() throws {
    let made = Box<[NavigationFlowCoordinator<Int>]>([])
    harness.mainActorFlow("F") { [harness] scope in
      let ask = harness.waiting("ask")
      let screen = harness.waiting("screen")
      let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
      coordinator.nextStep = harness.instant("after")
      made.value.append(coordinator)
      screen.setCompletion { _, _ in scope.goBack() }
      var told = 0
      ask.setCompletion { step, _ in
        told += 1
        scope.result = "\(told)"
        step.nextStep = told < 2 ? coordinator : nil
      }
      return ask
    }
    .reversible().observed(by: harness.trace).start { [trace = harness.trace] outcome in
      if case .completed(let result) = outcome { trace.note("= \(result ?? "nil")") }
    }
    harness.queue.play()
    harness.complete("ask", "screen")
    _ = harness.trace.take()
    let coordinator = try #require(made.value.first)
    harness.queue.perform { coordinator.complete() }
    harness.queue.play()
    #expect(harness.trace.lines == [])
    harness.complete("ask")
    #expect(harness.trace.lines == ["ask completed", "rest", "F#1 completed", "= 2"])
  }

  @Test("A coordinator that starts again completes once, for the later start")
  func startedAgain() throws {
    let made = Box<[NavigationFlowCoordinator<Int>]>([])
    harness.startMainActorFlow { [harness] _ in
      let coordinator = NavigationFlowCoordinator(
        navigationController: 0, identifier: "coordinator", firstStep: harness.waiting("screen"))
      made.value.append(coordinator)
      let again = harness.waiting("again", then: coordinator)
      return RaceFlowStep(identifier: "race", steps: [coordinator, again])
    }
    harness.complete("again")
    try #require(made.value.first).complete()
    harness.queue.play()
    #expect(harness.trace.lines.filter { $0 == "coordinator completed" }.count == 1)
    #expect(harness.trace.lines.last == "= nil")
  }
}
