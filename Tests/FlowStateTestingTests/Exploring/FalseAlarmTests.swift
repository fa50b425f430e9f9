import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Correct flows in which an explorer finds no failure.
struct FalseAlarmTests {
  @Test("An explorer accepts a screen that keeps its handler")
  func screen() throws {
    let explorer = ScheduleExplorer { stage in
      let screen = BuiltInRuleTests.Hoard()
      stage.start(BuiltInRuleTests.hoarding(screen) { handler in stage.addEvent("Reply") { handler.complete("Al") } })
      stage.require { _ in withExtendedLifetime(screen) { nil } }
    }
    #expect(try explorer.exploreAll(limit: 1_000).isExhaustive)
  }

  @Test("The observers of a nested flow, of its outer flow, and of the test each receive their events")
  func observers() throws {
    let own = Locked<[[String]]>([])
    let explorer = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      let (inside, outside) = (FlowRecorder(), FlowRecorder())
      stage.answer("Ask", with: .result("Al"))
      let inner = Flow(Any.self, String.self, identifier: "Inner") { _ in RacyFlow.waiting("Ask") }
      let outer = Flow(Any.self, String.self, identifier: "Outer") { _ in FlowStep(inner.observed(by: inside)) }
      stage.start(outer.observed(by: outside))
      stage.require { report in
        own.withLock { $0 = [inside.lines, outside.lines, report.lines] }
        return nil
      }
    }
    #expect(try explorer.exploreAll(limit: 100).description == "1 schedule, which are all.")
    let lines = own.withLock { $0 }
    #expect(lines[0] == ["Inner#1 run began", "Ask began", "Ask completed", "rest", "Inner#1 completed"])
    #expect(lines[1] == ["Outer#1 run began", "Inner began", "Inner completed", "rest", "Outer#1 completed"])
    #expect(
      lines[2] == [
        "Outer#1 run began", "Inner began", "Inner#1 run began", "Inner#1: Ask began", "Inner#1: Ask completed",
        "Inner#1: rest", "Inner#1 completed", "Inner completed", "rest", "Outer#1 completed",
      ])
  }

  @Test("An explorer accepts a heartbeat timer of the program that completes a step")
  func heartbeat() throws {
    let explorer = ScheduleExplorer { stage in
      let waiting = LockedList<FlowStepHandler<Any, String>>()
      Self.beat(stage, waiting, after: 0)
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          FlowStep(Any.self, String.self, identifier: "Ask") { _ in waiting.appendHandler() }
        })
      stage.require { report in report.timersLeft == 0 ? nil : "\(report.timersLeft) timers outlive the run." }
    }
    try explorer.explore(deviations: 2)
    try explorer.explore(seeds: 0..<200)
  }

  /// Completes the waiting handler at the third beat, and continues forever.
  private static func beat(
    _ stage: ScheduleStage, _ waiting: LockedList<FlowStepHandler<Any, String>>, after beats: Int
  ) {
    stage.clock.schedule(after: .seconds(1)) { [unowned stage] in
      if beats >= 2 { waiting.removeAll().last?.complete("Al") }
      beat(stage, waiting, after: beats + 1)
    }
  }

  /// A coordinator whose screen reports twice, as its documentation describes.
  private static func screens(_ add: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) -> Flow<Any, Void> {
    Flow(Any.self, Void.self, identifier: "Profile") { _ in
      var taps = 0
      let show = FlowStep(Any.self, Int.self, identifier: "Show") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        for tap in 1...2 { add { handler.complete(tap) } }
        return handler
      }
      let screens = NavigationFlowCoordinator(navigationController: 0, identifier: "Screens", firstStep: show)
      show.setCompletion { [unowned screens] _, _ in
        taps += 1
        if taps == 2 { screens.complete() }
      }
      return screens
    }
  }

  @Test("An explorer and a flow test accept a screen of a coordinator that reports again")
  func secondReport() throws {
    let explorer = ScheduleExplorer { stage in
      stage.start(Self.screens { tap in stage.addEvent("tap", tap) })
    }
    // If both reports come inside the intent, they count as one, and the coordinator waits forever.
    #expect(try explorer.replay("").outcome == "completed")
    let test = FlowTest()
    let taps = LockedList<@Sendable () -> Void>()
    test.start(Self.screens { tap in taps.append(tap) })
    for tap in taps.removeAll() {
      tap()
      test.play()
    }
    #expect(test.outcomes == ["completed"])
    try test.requireNothingLeft()
  }

  @Test("An explorer and a flow test accept a step that changes its name while it works or waits")
  func renamed() throws {
    let flow = Flow(Any.self, String.self, identifier: "Upload") { _ in
      let send = FlowStep(Any.self, String.self, identifier: "Send") { step in
        step.identifier = "Send, attempt 1"
        return nil
      }
      let (ask, other) = (RacyFlow.waiting("Ask"), RacyFlow.waiting("Other"))
      other.setCompletion { _, _ in ask.identifier = "Ask, once more" }
      send.nextStep = ConcurrentFlowStep(identifier: "Both", steps: [ask, other])
      return send
    }
    let explorer = ScheduleExplorer { stage in
      stage.answer("Ask", with: .twice(.result("Al")))
      stage.answer("Other", with: .noResult)
      stage.start(flow)
    }
    #expect(try explorer.exploreAll(limit: 100_000).isExhaustive)
    let test = FlowTest(["Ask": [.after(.seconds(1), .result("Al"))], "Other": [.noResult]])
    test.start(flow)
    try test.run()
    try test.requireNothingLeft()
  }

  @Test("An explorer plays main-actor flows that are nested in a main-actor flow, with and without typed content")
  @MainActor func mainActor() throws {
    let explorer = ScheduleExplorer { stage in
      stage.answer("Ask", with: .result("Al"))
      stage.answer("Again", with: .result("Bo"))
      let typed = Flow(String.self, String.self, identifier: "Typed") { @MainActor scope in
        MainActor.preconditionIsolated()
        let ask = RacyFlow.waiting("Ask")
        ask.setCompletion { _, result in scope.result = result }
        return ask
      }
      let plain = Flow(Any.self, String.self, identifier: "Plain", onMainActor: { _ in RacyFlow.waiting("Again") })
      stage.start(
        Flow(
          Any.self, String.self, identifier: "Outer",
          onMainActor: { _ in
            let first = FlowStep(typed)
            first.nextStep = FlowStep(plain)
            return first
          }))
      stage.require { report in ["completed", "cancelled"].contains(report.outcome) ? nil : report.outcome }
    }
    #expect(try explorer.replay("").schedule.description == "deliver, Ask#1, deliver, Again#1, deliver")
    try explorer.explore(deviations: 2)
  }

  @Test("An explorer plays the queue of a main-actor flow that is nested in another flow")
  @MainActor func mainActorInside() throws {
    let explorer = ScheduleExplorer { stage in
      stage.answer("Ask", with: .result("Al"))
      let inner = Flow(
        String.self, String.self, identifier: "Inner",
        onMainActor: { scope in
          let ask = RacyFlow.waiting("Ask")
          ask.setCompletion { _, result in scope.result = result }
          return ask
        })
      stage.start(
        Flow(Any.self, String.self, identifier: "Outer") { scope in
          let step = FlowStep(inner)
          step.setCompletion { _, result in scope.result = result }
          return step
        })
      stage.require { report in ["completed: Al", "cancelled"].contains(report.outcome) ? nil : report.outcome }
    }
    #expect(try explorer.replay("").schedule.description == "deliver, deliver 2, Ask#1, deliver 2, deliver")
    try explorer.explore(deviations: 2)
  }

  @Test("An explorer plays a later run, which starts when another one has ended, with its answers and timers")
  func laterRun() throws {
    let explorer = ScheduleExplorer { stage in
      let flow = Flow(Any.self, String.self, identifier: "F") { _ in
        let ask = RacyFlow.waiting("Ask").delay(.seconds(1))
        ask.nextStep = RacyFlow.waiting("Confirm")
        return ask
      }
      stage.answer("Ask", with: .noResult)
      stage.answer("Confirm", with: .after(.seconds(1), .noResult))
      stage.start(flow) { _ in stage.start(flow) }
      stage.require { report in report.outcomes.contains("none") ? "A run has no outcome." : nil }
    }
    try explorer.explore(deviations: 1)
    try explorer.explore(seeds: 0..<100)
  }

  @Test("An event that ends a loop happens eventually, however unlikely a seed makes it")
  func unlikelyEvent() throws {
    let explorer = ScheduleExplorer(choiceLimit: 200, cancelling: false) { stage in
      let isOver = Box(false)
      stage.addEvent("Stop") { isOver.value = true }
      stage.answer("Poll", with: .noResult)
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let poll = RacyFlow.waiting("Poll")
          poll.setCompletion { poll, _ in poll.nextStep = isOver.value ? nil : poll }
          return poll
        })
    }
    try explorer.explore(seeds: 0..<200)
  }
  @Test("An answer with a delay that a cancelled run doesn't wait for keeps no handler alive")
  func delayedAnswer() throws {
    let explorer = ScheduleExplorer { stage in
      stage.requireHandlersReleased()
      stage.answer("Ask", with: .after(.seconds(1), .result("Al")))
      stage.start(SmallFlow.flow)
    }
    try explorer.explore(deviations: 1)
  }

  @Test("A timer that a completion closure schedules isn't mistaken for one that waits already")
  func timerOfClosure() throws {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.clock.schedule(after: .seconds(30)) { stage.note("late") }
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let first = RacyFlow.noting("First", on: stage)
          first.setCompletion { _, _ in stage.clock.schedule(after: .seconds(1)) { stage.note("early") } }
          first.nextStep = RacyFlow.noting("Second", on: stage)
          return first
        })
      // No schedule calls the timer of the closure before the next step begins, and so none has to be replayed.
      stage.require { report in
        let lines = report.lines.filter { ["early", "late", "Second began"].contains($0) }
        return lines == ["early", "Second began", "late"] ? "Too early." : nil
      }
    }
    try explorer.explore(deviations: 2)
  }
}
