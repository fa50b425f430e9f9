/// What is shown of an action that is not complete.
///
/// ```swift
/// if case .timer(let timer)? = view.stepView(at: 0).control { print(timer.text) }  // 4m 59s
/// ```
public enum StepControl: Sendable, Equatable {
  /// A button with its title.
  case button(title: String)
  /// A box to tick.
  case checkBox(CheckBoxItem)
  /// Boxes to tick.
  case checkBoxGroup([CheckBoxItem])
  /// A timer, or a custom timer.
  case timer(TimerFace)
  /// A counter: its title, where it stands, and what the control reads that goes on.
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

  /// What the control reads that goes on: the title of a button or a box, `Next` or `Done` of a stepper, the remaining time
  /// of a timer. Nil for several boxes.
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
