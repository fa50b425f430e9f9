import FlowState
import FlowStateTesting
import StepKit

/// A list of steps with a manual clock and a record of its changes.
final class StepListHarness {
  let clock = ManualClock()
  let sink = RecordedNotifications()
  let view: StepFlowView
  private(set) var changes: [StepFlowChange] = []

  init(_ actions: StepAction...) {
    let steps = actions.enumerated().map { Step(title: "Step \($0 + 1)", description: "…", action: $1) }
    view = StepFlowView(steps: steps, clock: clock, notifications: sink)
    view.observe { [unowned self] in changes.append($0) }
  }

  var statuses: [StepStatus] { view.steps.indices.map { view.status(of: $0) } }

  /// Advances the clock, and settles the list if its deadline has passed.
  func pass(_ duration: Duration) {
    clock.advance(by: duration)
    if let deadline = view.nextDeadline, deadline <= clock.now { view.settle() }
  }

  func takeChanges() -> [StepFlowChange] {
    defer { changes = [] }
    return changes
  }
}

/// Records notifications as lines.
final class RecordedNotifications: StepNotifications {
  private(set) var lines: [String] = []
  private(set) var ids: Set<String> = []

  func schedule(_ notification: TimerNotification, id: String, due: Duration) {
    ids.insert(id)
    lines.append("\(notification.title)/\(notification.subtitle) due \(due)")
  }

  func cancel(id: String) {
    ids.insert(id)
    lines.append("cancel")
  }
}
