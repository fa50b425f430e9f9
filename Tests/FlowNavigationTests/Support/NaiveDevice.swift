import FlowState
import FlowStateTesting

/// A device without ``FlowPages``: each screen has the handler of its page. When the device rotates, it creates its screens anew.
@MainActor final class NaiveDevice {
  private typealias Handler = FlowStepHandler<Any, String>

  private struct Screen {
    let page: String
    var handler: Handler?
  }

  private let stage: ScheduleStage
  private let ownsHandlers: Bool
  private var screens: [Screen] = []
  /// The handlers of the pages, if the screens don't own them.
  private var handlers: [String: Handler] = [:]

  init(on stage: ScheduleStage, ownsHandlers: Bool) {
    self.stage = stage
    self.ownsHandlers = ownsHandlers
    stage.addEvent("rotate", isOptional: true) { [unowned self] in
      MainActor.assumeIsolated { screens = screens.map { Screen(page: $0.page, handler: handlers[$0.page]) } }
    }
    stage.start(
      Flow(
        Any.self, String.self, identifier: "F",
        onMainActor: { [unowned self] scope in
          let (name, email) = (makeStep("name"), makeStep("email"))
          name.nextStep = email
          email.setCompletion { _, result in scope.result = result }
          return name
        }))
  }

  private func makeStep(_ page: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: page) { [unowned self] _ in
      let handler = Handler()
      MainActor.assumeIsolated { show(page, handler) }
      return handler
    }
  }

  private func show(_ page: String, _ handler: Handler) {
    screens.append(Screen(page: page, handler: handler))
    if !ownsHandlers { handlers[page] = handler }
    stage.addEvent("tap \(page)") { [unowned self] in
      MainActor.assumeIsolated { screens.last { $0.page == page }?.handler?.complete("on") }
    }
  }
}
