import FlowState
import FlowStateTesting
import TestSupport

/// A flow with every hazard, and its explorer.
enum HazardFlow {
  /// The state that the setup of a schedule shares with its closures.
  struct Setting: Sendable {
    let stage: ScheduleStage
    /// Counts the objects that the builders' closures capture.
    let objects = ObjectCounter()
    let run = LockedList<FlowRun>()
  }

  static let explorer = ScheduleExplorer { stage in
    let setting = Setting(stage: stage)
    stage.answer(
      "Ask", with: .result("go"), .result("back", as: "back"), .result("skip", as: "skip"),
      .result("turn", as: "turn"), .failure(TestError()), .abandonment, .twice(.result("go")))
    stage.answer(
      "Fetch", with: .result("page"), .failure(TestError()), .never, .abandonment, .twice(.failure(TestError())))
    stage.answer("Europe", with: .result("mirror"), .failure(TestError()), .abandonment, .twice(.noResult))
    stage.answer("America", with: .result("mirror"), .failure(TestError()), .never)
    stage.answer(
      "Confirm", with: .result("yes"), .result("back", as: "back"), .failure(TestError()), .twice(.result("yes")))
    stage.answer("Apology", with: .noResult, .abandonment)
    stage.addEvent("back") { setting.run.all.first?.goBack() }
    setting.run.append(stage.start(flow(setting)))
    stage.require { report in
      setting.run.removeAll()
      if setting.objects.living > 0 { return "\(setting.objects.living) closures are alive." }
      if report.timersLeft > 0 { return "\(report.timersLeft) timers outlive the run." }
      return nil
    }
  }

  private static func step(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in nil }
  }

  /// Ask → Fetch, a race, and a nested flow at once → Own → end. Every failure leads to Apology.
  private static func flow(_ setting: Setting) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "HazardFlow") { scope in
      let alive = setting.objects.makeObject()
      let ask = step("Ask")
      let fetch = step("Fetch").timeout(.seconds(2)).retry(attempts: 2, backoff: .constant(.seconds(1)))
      let mirrors = RaceFlowStep(identifier: "Mirrors", steps: [step("Europe"), step("America").timeout(.seconds(3))])
      let nested = FlowStep(confirmation(setting))
      let all = ConcurrentFlowStep(identifier: "All", steps: [fetch, mirrors, nested])
      var turns = false
      let own = ownWork(setting) {
        // The intent goes back and starts work nevertheless.
        if turns { scope.goBack() }
        turns = false
      }
      let apology = step("Apology")

      var failures = 0
      ask.setCompletion { step, answer in
        alive.touch()
        turns = answer == "turn"
        step.nextStep = answer == "skip" || turns ? own : all
        if answer == "back" { scope.goBack() }
      }
      ask.setUndo { _, _ in alive.touch() }
      ask.setFailure { _ in
        failures += 1
        return failures < 3 ? .retry(after: .seconds(1)) : .goTo(apology)
      }
      all.nextStep = own
      all.setFailure { _ in
        alive.touch()
        return .goTo(apology)
      }
      own.setOutcome { _, outcome in
        if case .completed(let result) = outcome { scope.result = result }
        alive.touch()
      }
      return ask
    }
    .reversible(visits: 3)
  }

  /// A nested flow, which can go back past its first step into the one around it.
  private static func confirmation(_ setting: Setting) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "Confirmation") { scope in
      let alive = setting.objects.makeObject()
      let confirm = step("Confirm")
      confirm.setCompletion { step, answer in
        alive.touch()
        if answer == "back" { scope.goBack() }
        // A step that is made during the run and is part of a cycle.
        let along = Self.step("Along")
        along.setCompletion { [alive] _, _ in withExtendedLifetime(along) { alive.touch() } }
        step.nextStep = along
      }
      return confirm
    }
    .reversible()
  }

  /// A step that does its own work: a fake that replies by an event of the stage, and withdraws it when it is
  /// cancelled.
  private static func ownWork(_ setting: Setting, _ begin: @escaping () -> Void) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: "Own") { _ in
      begin()
      let alive = setting.objects.makeObject()
      let handler = FlowStepHandler(Any.self, String.self)
      let reply = setting.stage.addEvent(
        "Own",
        anyOf: [
          "done": {
            alive.touch()
            handler.complete("done")
          },
          "gone": {},
        ])
      handler.onCancel { reply.withdraw() }
      return handler
    }
  }
}
