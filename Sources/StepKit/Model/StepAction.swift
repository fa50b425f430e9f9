public import Foundation

/// The action that completes a step, with the progress made in it.
///
/// ```swift
/// let actions: [StepAction] = [
///   .button(),
///   .checkBoxGroup(items: [CheckBoxItem(title: "Flour"), CheckBoxItem(title: "Eggs")]),
///   .timer(seconds: 300, notification: TimerNotification(title: "Done", subtitle: "Continue")),
///   .stepper(total: 3),
/// ]
/// ```
///
/// In JSON, an action is an object with one member, which has the name of the case: `{"timer": {"seconds": 300}}`.
///
/// As in StepKit's "Express a Step using JSON syntax": `StepAction`. Optional members extend the original format so
/// that JSON keeps the progress: `completed`, the duration picked for a custom timer, and the progress of timers and
/// steppers.
public enum StepAction: Sendable {
  /// A button. Complete when it is pressed.
  case button(title: String = StepDefaults.buttonTitle, completed: Bool? = nil, identifier: String? = nil)
  /// A check box. Complete when it is ticked.
  case checkBox(item: CheckBoxItem = CheckBoxItem(title: StepDefaults.checkBoxTitle))
  /// A group of check boxes. Complete when all items are ticked, in any order. A group without items is always
  /// complete.
  case checkBoxGroup(items: [CheckBoxItem])
  /// A timer. Complete when its time has run down. `completedSeconds` is the time that has passed.
  case timer(
    seconds: TimeInterval, completedSeconds: TimeInterval? = nil, identifier: String? = nil,
    notification: TimerNotification? = nil)
  /// A timer whose duration the user picks. Complete when its time has run down. `seconds` is the duration, nil until
  /// one is picked. `completedSeconds` is the time that has passed, nil until the timer is started.
  case customTimer(
    identifier: String? = nil, notification: TimerNotification? = nil, completed: Bool? = nil,
    seconds: TimeInterval? = nil, completedSeconds: TimeInterval? = nil)
  /// A counter. Complete when every repetition is confirmed. `completedRepetitions` is the number of confirmed
  /// repetitions.
  case stepper(
    total: Int, title: String = StepDefaults.stepperTitle, completed: Bool? = nil, completedRepetitions: Int? = nil)
}

/// The default titles of actions.
@usableFromInline
enum StepDefaults {
  @usableFromInline static let buttonTitle = "Next"
  @usableFromInline static let checkBoxTitle = "Mark as completed"
  @usableFromInline static let stepperTitle = "Repetitions"
}
