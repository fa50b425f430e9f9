import Foundation

extension Countdown {
  /// Creates the countdown of an action, with its progress. Returns nil for an action without a timer.
  init?(of action: StepAction) {
    switch action {
    case .timer(let seconds, let done, _, _):
      self.init(total: Duration(timerSeconds: seconds), done: Duration(timerSeconds: done ?? 0))
    case .customTimer(_, _, _, let seconds, let done):
      let total = CustomDuration.roundingDown(seconds ?? 0)
      self.init(total: Duration(timerSeconds: total), done: Duration(timerSeconds: done ?? 0))
    default: return nil
    }
  }
}

extension StepAction {
  /// Returns the action with the progress of a countdown.
  func counted(_ countdown: Countdown, at now: Duration) -> StepAction {
    let done = countdown.done(at: now)
    switch self {
    case .timer(let seconds, let before, let identifier, let notification):
      if done == .zero, before == nil { return self }
      return .timer(
        seconds: seconds, completedSeconds: done.timerSeconds, identifier: identifier, notification: notification)
    case .customTimer(let identifier, let notification, let completed, let seconds, let before):
      if before == nil, countdown.phase == .idle { return self }
      return .customTimer(
        identifier: identifier, notification: notification, completed: completed, seconds: seconds,
        completedSeconds: done.timerSeconds)
    default: return self
    }
  }

  /// The notification of the action's timer, if it has one.
  var notification: TimerNotification? {
    switch self {
    case .timer(_, _, _, let notification): notification
    case .customTimer(_, let notification, _, _, _): notification
    default: nil
    }
  }
}

extension Duration {
  /// Creates a duration of a timer's seconds, to the nanosecond. Negative values and NaN give zero; the maximum is 285
  /// years.
  init(timerSeconds seconds: TimeInterval) {
    guard seconds > 0 else {
      self = .zero
      return
    }
    self = .nanoseconds(Int64((min(seconds, 9_000_000_000) * 1_000_000_000).rounded()))
  }

  /// The duration as seconds.
  var timerSeconds: TimeInterval {
    let (seconds, attoseconds) = components
    // One division, so that a duration created from a number converts back to the same number.
    guard seconds.magnitude < 1_000_000 else { return Double(seconds) + Double(attoseconds) / 1e18 }
    return Double(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 1_000_000_000
  }
}
