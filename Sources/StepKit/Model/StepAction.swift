public import Foundation

/// What completes a step, with the progress made in it.
///
/// ```swift
/// let actions: [StepAction] = [
///   .button(),
///   .checkBoxGroup(items: [CheckBoxItem(title: "Flour"), CheckBoxItem(title: "Eggs")]),
///   .timer(seconds: 300, notification: TimerNotification(title: "Done", subtitle: "Go on")),
///   .stepper(total: 3),
/// ]
/// ```
///
/// In JSON an action is an object with one member, which is named for the case: `{"timer": {"seconds": 300}}`.
///
/// Source: `StepAction` of "Express a Step using JSON syntax". What the original cannot keep in JSON has optional members
/// here: `completed`, the duration that was picked for a custom timer, and how far timers and steppers have come.
public enum StepAction: Sendable {
  /// Done when it is pressed.
  case button(title: String = StepDefaults.buttonTitle, completed: Bool? = nil, identifier: String? = nil)
  /// Done when it is ticked.
  case checkBox(item: CheckBoxItem = CheckBoxItem(title: StepDefaults.checkBoxTitle))
  /// Done when all items are ticked, in any order; at once if there are none.
  case checkBoxGroup(items: [CheckBoxItem])
  /// Done when the time has run down. `completedSeconds` is the time that has passed.
  case timer(
    seconds: TimeInterval, completedSeconds: TimeInterval? = nil, identifier: String? = nil,
    notification: TimerNotification? = nil)
  /// Done when the time has run down that the user picks: `seconds`, nil until then. `completedSeconds` is the time that
  /// has passed, nil until the timer has been started.
  case customTimer(
    identifier: String? = nil, notification: TimerNotification? = nil, completed: Bool? = nil,
    seconds: TimeInterval? = nil, completedSeconds: TimeInterval? = nil)
  /// Done when each of the repetitions was confirmed; `completedRepetitions` is how many were.
  case stepper(
    total: Int, title: String = StepDefaults.stepperTitle, completed: Bool? = nil, completedRepetitions: Int? = nil)
}

/// What an action says that leaves it open.
@usableFromInline
enum StepDefaults {
  @usableFromInline static let buttonTitle = "Next"
  @usableFromInline static let checkBoxTitle = "Mark as completed"
  @usableFromInline static let stepperTitle = "Repetitions"
}
