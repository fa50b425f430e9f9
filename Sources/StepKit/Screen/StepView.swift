import FlowState

/// The presentation of one step at one moment.
///
/// ```swift
/// let shown = StepView(model: step)
/// print(shown.model.title, shown.control?.label ?? "")
/// ```
///
/// As in StepKit's "Express a Step using JSON syntax": `StepView`, without the drawing.
public struct StepView: Sendable {
  /// The step, with its progress.
  public let model: Step
  /// The status of the step in its list.
  public let status: StepStatus
  /// A Boolean value that indicates whether the description is shown.
  public let isExpanded: Bool
  /// The control that completes the step. Nil for a completed step. Only the control of the current step accepts
  /// interactions.
  public let control: StepControl?
  /// The timer of the step, completed or not. Nil if the step has no timer.
  public let timer: TimerFace?

  /// Creates the presentation of a single step. The step is current unless it is completed.
  ///
  /// - Parameter model: The step.
  public init(model: Step) {
    self.init(
      model: model, status: model.isCompleted ? .completed : .current, isExpanded: !model.isCompleted,
      countdown: Countdown(of: model.action), now: .zero)
  }

  init(model: Step, status: StepStatus, isExpanded: Bool, countdown: Countdown?, now: Duration) {
    self.model = model
    self.status = status
    self.isExpanded = isExpanded
    timer = countdown.map { TimerFace($0, of: model.action, now: now) }
    control = status == .completed ? nil : StepControl(model.action, timer)
  }
}

extension StepFlowView {
  /// Returns the presentation of a step.
  ///
  /// - Parameter index: The step's position. Traps if the list has no such step.
  /// - Returns: The presentation at this moment.
  public func stepView(at index: Int) -> StepView {
    let status = status(of: index)
    return StepView(
      model: steps[index], status: status, isExpanded: isExpanded(index),
      countdown: status == .current ? countdown : Countdown(of: steps[index].action), now: clock.now)
  }
}
