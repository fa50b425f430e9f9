public import Foundation

/// An interaction of the user with a step.
///
/// ```swift
/// if let refusal = view.perform(.tick(item: 1)) { print(refusal) }
/// ```
public enum StepInteraction: Sendable, Equatable {
  /// Presses a button.
  case press
  /// Ticks a check box, or an item of a group. The first item has the number 0.
  case tick(item: Int = 0)
  /// Confirms one repetition of a stepper.
  case advance
  /// Starts a timer, or resumes a paused one.
  case start
  /// Pauses a timer.
  case pause
  /// Resumes a paused timer, or starts one.
  case resume
  /// Picks the duration of a custom timer. See ``CustomDuration/roundingDown(_:)``.
  case pick(seconds: TimeInterval)

  /// The past participle that describes the interaction.
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
