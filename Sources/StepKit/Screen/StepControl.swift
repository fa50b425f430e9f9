/// The control that completes an action.
///
/// ```swift
/// if case .timer(let timer)? = view.stepView(at: 0).control { print(timer.text) }  // 4m 59s
/// ```
public enum StepControl: Sendable, Equatable {
  /// A button with a title.
  case button(title: String)
  /// A check box.
  case checkBox(CheckBoxItem)
  /// A group of check boxes.
  case checkBoxGroup([CheckBoxItem])
  /// A timer, or a custom timer.
  case timer(TimerFace)
  /// A counter: its title, its position such as `1 of 3`, and the title of the control that confirms a repetition.
  case stepper(title: String, text: String, label: String)

  init?(_ action: StepAction, _ timer: TimerFace?) {
    switch action {
    case .button(let title, _, _): self = .button(title: title)
    case .checkBox(let item): self = .checkBox(item)
    case .checkBoxGroup(let items): self = .checkBoxGroup(items)
    case .timer, .customTimer:
      guard let timer else { return nil }
      self = .timer(timer)
    case .stepper(_, let title, _, _):
      guard let repetitions = Repetitions(of: action) else { return nil }
      self = .stepper(title: title, text: repetitions.text, label: repetitions.label)
    }
  }

  /// The text of the control: the title of a button or check box, `Next` or `Done` for a stepper, the remaining time
  /// for a timer. Nil for a group of check boxes.
  public var label: String? {
    switch self {
    case .button(let title): title
    case .checkBox(let item): item.title
    case .checkBoxGroup: nil
    case .timer(let face): face.text
    case .stepper(_, _, let label): label
    }
  }
}
