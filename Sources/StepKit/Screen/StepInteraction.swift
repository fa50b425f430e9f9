public import Foundation

/// What a user does with a step.
///
/// ```swift
/// if let refusal = view.perform(.tick(item: 1)) { print(refusal) }
/// ```
public enum StepInteraction: Sendable, Equatable {
  /// Presses a button.
  case press
  /// Ticks a check box, or an item of a group; the first has the number 0.
  case tick(item: Int = 0)
  /// Confirms one repetition of a stepper.
  case advance
  /// Starts a timer; one that is paused goes on.
  case start
  /// Pauses a timer.
  case pause
  /// Lets a paused timer go on; one that was not started starts.
  case resume
  /// Picks the duration of a custom timer; see ``CustomDuration/roundingDown(_:)``.
  case pick(seconds: TimeInterval)

  /// What is done to the step, as a participle.
  var participle: String {
    switch self {
    case .press: "pressed"
    case .tick: "ticked"
    case .advance: "advanced"
    case .start: "started"
    case .pause: "paused"
    case .resume: "resumed"
    case .pick: "given a duration"
    }
  }
}
