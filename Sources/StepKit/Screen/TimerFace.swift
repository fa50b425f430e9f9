/// The presentation of a timer at one moment.
///
/// ```swift
/// print(face.text, face.isRunning ? "running" : "paused")
/// ```
public struct TimerFace: Sendable, Equatable {
  /// The duration of the timer. Zero for a custom timer without a duration.
  public let total: Duration
  /// The remaining time.
  public let remaining: Duration
  /// A Boolean value that indicates whether the timer is running.
  public let isRunning: Bool
  /// A Boolean value that indicates whether the time has run down.
  public let isFinished: Bool
  /// A Boolean value that indicates whether the user can pick a duration.
  public let canPick: Bool

  init(_ countdown: Countdown, of action: StepAction, now: Duration) {
    isFinished = countdown.phase == .finished || action.isCompleted
    total = countdown.total
    remaining = isFinished ? .zero : countdown.remaining(at: now)
    isRunning = countdown.isRunning
    canPick = !isFinished && StepOffer.offers(of: action, countdown).contains(.pick)
  }

  /// `Completed`, or the remaining time. See ``RemainingTime/text(for:)``.
  public var text: String { isFinished ? "Completed" : RemainingTime.text(for: remaining) }

  /// The fraction of the time that has passed, from 0 to 1.
  public var fraction: Double { total > .zero ? (total - remaining) / total : isFinished ? 1 : 0 }

  /// The time until ``text`` changes. Nil unless the timer is running.
  public var untilNextText: Duration? { isRunning ? RemainingTime.untilNextText(for: remaining) : nil }
}
