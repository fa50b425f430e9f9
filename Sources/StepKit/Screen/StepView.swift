import FlowState

/// What is shown of one step, at one moment.
///
/// ```swift
/// let shown = StepView(model: step)
/// print(shown.model.title, shown.control?.label ?? "")
/// ```
///
/// Source: `StepView` of "Express a Step using JSON syntax", without the drawing.
public struct StepView: Sendable {
  /// The step, with its progress.
  public let model: Step
  /// Where the step stands in its list.
  public let status: StepStatus
  /// Whether the description is shown.
  public let isExpanded: Bool
  /// What completes the step; nil once it is completed. It can be used only if the step is the current one.
  public let control: StepControl?
  /// The step's timer, also when it is completed; nil if it has none.
  public let timer: TimerFace?

  /// Shows a step by itself: it is the current one unless it is completed.
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
  /// What is shown of a step now.
  ///
  /// - Parameter index: The step's position. Traps if there is none.
  /// - Returns: What is shown.
  public func stepView(at index: Int) -> StepView {
    let status = status(of: index)
    return StepView(
      model: steps[index], status: status, isExpanded: isExpanded(index),
      countdown: status == .current ? countdown : Countdown(of: steps[index].action), now: clock.now)
  }
}
