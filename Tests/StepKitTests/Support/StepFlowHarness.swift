import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import StepKit
import TestSupport

/// A flow with one step that shows a list of steps, on a manual queue and a manual clock.
final class StepFlowHarness: @unchecked Sendable {
  // Guard of `@unchecked Sendable`: the test's one thread, which also plays the queue.
  let queue = ManualQueue()
  let clock: ManualClock
  let recorder = FlowRecorder()
  let leaks = LeakCheck()
  let presenter = HandPresenter()
  /// The shown list.
  var view: StepFlowView?
  var step: FlowStep<[Step], [Step]>?
  var changes: [StepFlowChange] = []
  /// The result of the step: nil until it has completed.
  var result: [Step]??
  /// The step's content when it has completed.
  private(set) var contentAtEnd: [Step]?
  private(set) var run: FlowRun?

  /// The actions of the result as JSON, "nil" for a completion without a result, or "none" before the completion.
  var resultText: String {
    switch result {
    case nil: "none"
    case .some(nil): "nil"
    case .some(let steps?): Self.text(of: steps)
    }
  }

  init() {
    clock = ManualClock(playing: queue)
  }

  /// The actions of the steps, as JSON.
  static func text(of steps: [Step]?) -> String { (steps ?? []).map(\.action.json.jsonText).joined(separator: " ") }

  /// Starts the flow with the step that `around` makes from the list's step.
  func start(
    _ actions: StepAction..., around: @escaping @Sendable (FlowStep<[Step], [Step]>) -> AnyFlowStep = { $0 }
  ) {
    let steps = actions.map { Step(title: "A", description: "B", action: $0) }
    let flow = Flow(Any.self, Void.self, identifier: "F") { [self] _ in
      let step = FlowStep(
        identifier: "Cook",
        presenting: { [self] step in
          let screen = StepFlowScreen(for: step)
          guard !screen.isFinished else { return screen }
          screen.view.observe { [unowned self] in changes.append($0) }
          view = screen.view
          return screen
        }, on: presenter)
      step.content = steps
      step.setCompletion { [self] step, result in
        self.result = .some(result)
        contentAtEnd = step.content
      }
      self.step = step
      return around(step)
    }
    run = flow.on(queue).timed(by: clock).observed(by: recorder).watched(by: leaks).start()
    queue.play()
  }

  /// Calls `body` with the list on the queue, as a screen does.
  func onScreen(_ body: (StepFlowView) -> Void) {
    queue.perform {
      if let view { body(view) }
    }
    queue.play()
  }

  /// Calls `body` with the presenter on the queue, as a user does.
  func onPresenter(_ body: (HandPresenter) -> Void) {
    queue.perform { body(presenter) }
    queue.play()
  }

  /// Releases the list, as a screen does that closes without a report.
  func letGo() {
    view = nil
    presenter.screen = nil
  }

  /// Releases the test's references, and requires that nothing else is alive.
  func requireNothingAlive() throws {
    letGo()
    step = nil
    queue.play()
    try leaks.requireNothingAlive()
  }
}
