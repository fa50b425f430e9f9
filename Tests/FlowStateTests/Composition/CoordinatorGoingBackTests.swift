import FlowState
import FlowStateTesting
import Testing

/// A coordinator that its run has left, and that is told afterwards that its screens are done.
@MainActor
struct CoordinatorGoingBackTests {
  let stage = Stage()

  @Test("complete() after the run has gone back does not take another step's place")
  func lateComplete() throws {
    let made = Kept<NavigationFlowCoordinator<Int>>()
    stage.flow("F") { [stage] scope in
      let ask = stage.waiting("ask")
      let screen = stage.waiting("screen")
      let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
      coordinator.nextStep = stage.instant("after")
      made.all.append(coordinator)
      screen.setCompletion { _, _ in scope.goBack() }
      var told = 0
      ask.setCompletion { step, _ in
        told += 1
        scope.result = "\(told)"
        step.nextStep = told < 2 ? coordinator : nil
      }
      return ask
    }
    .reversible().observed(by: stage.trace).start { [trace = stage.trace] outcome in
      if case .completed(let result) = outcome { trace.note("= \(result ?? "nil")") }
    }
    stage.queue.play()
    stage.complete("ask", "screen")
    _ = stage.trace.take()
    let coordinator = try #require(made.all.first)
    stage.queue.perform { coordinator.complete() }
    stage.queue.play()
    #expect(stage.trace.lines == [])
    stage.complete("ask")
    #expect(stage.trace.lines == ["ask completed", "rest", "F#1 completed", "= 2"])
  }

  @Test("a coordinator that is started again is completed once, for the later start")
  func startedAgain() throws {
    let made = Kept<NavigationFlowCoordinator<Int>>()
    stage.start { [stage] _ in
      let coordinator = NavigationFlowCoordinator(
        navigationController: 0, identifier: "coordinator", firstStep: stage.waiting("screen"))
      made.all.append(coordinator)
      let again = stage.waiting("again", then: coordinator)
      return RaceFlowStep(identifier: "race", steps: [coordinator, again])
    }
    stage.complete("again")
    try #require(made.all.first).complete()
    stage.queue.play()
    #expect(stage.trace.lines.filter { $0 == "coordinator completed" }.count == 1)
    #expect(stage.trace.lines.last == "= nil")
  }
}
