/// What is shown of a timer, at one moment.
///
/// ```swift
/// print(face.text, face.isRunning ? "running" : "paused")
/// ```
public struct TimerFace: Sendable, Equatable {
  /// How long the timer counts; zero for a custom timer without a duration.
  public let total: Duration
  /// What is left.
  public let remaining: Duration
  /// Whether time counts.
  public let isRunning: Bool
  /// Whether its time has run down.
  public let isFinished: Bool
  /// Whether a duration can be picked.
  public let canPick: Bool

  init(_ countdown: Countdown, of action: StepAction, now: Duration) {
    isFinished = countdown.phase == .finished || action.isCompleted
    total = countdown.total
    remaining = isFinished ? .zero : countdown.remaining(at: now)
    isRunning = countdown.isRunning
    canPick = !isFinished && StepOffer.offers(of: action, countdown).contains(.pick)
  }

  /// `Completed`, or the remaining time; see ``RemainingTime/text(for:)``.
  public var text: String { isFinished ? "Completed" : RemainingTime.text(for: remaining) }

  /// How much of the time has passed, from 0 to 1.
  public var fraction: Double { total > .zero ? (total - remaining) / total : isFinished ? 1 : 0 }

  /// How long the text stays as it is; nil unless the timer is running.
  public var untilNextText: Duration? { isRunning ? RemainingTime.untilNextText(for: remaining) : nil }
}
