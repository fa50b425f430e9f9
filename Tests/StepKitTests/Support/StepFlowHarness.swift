import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import StepKit
import TestSupport

/// A flow of one step that shows a list of steps, on a queue and a clock that the test moves.
final class StepFlowHarness: @unchecked Sendable {
  // Guard of `@unchecked Sendable`: the test's one thread, which also plays the queue.
  let queue = ManualQueue()
  let clock: ManualClock
  let recorder = FlowRecorder()
  let leaks = LeakCheck()
  let presenter = HandPresenter()
  /// The list that is shown.
  var view: StepFlowView?
  var step: FlowStep<[Step], [Step]>?
  var changes: [StepFlowChange] = []
  /// The result of the step: nil until it has completed.
  var result: [Step]??
  /// The step's content when it has completed.
  private(set) var contentAtEnd: [Step]?
  private(set) var run: FlowRun?

  /// The actions of the result, as JSON; in words where there is none.
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

  /// Starts the flow. `around` makes of the step what the flow begins with.
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

  /// Does something with the list as a screen would, on the queue.
  func onScreen(_ body: (StepFlowView) -> Void) {
    queue.perform {
      if let view { body(view) }
    }
    queue.play()
  }

  /// Does something as a user would, on the queue.
  func onPresenter(_ body: (HandPresenter) -> Void) {
    queue.perform { body(presenter) }
    queue.play()
  }

  /// Lets go of the list, as a screen does that closes without a word.
  func letGo() {
    view = nil
    presenter.screen = nil
  }

  /// Lets go of what the test holds, and requires that nothing else is held.
  func requireNothingAlive() throws {
    letGo()
    step = nil
    queue.play()
    try leaks.requireNothingAlive()
  }
}
