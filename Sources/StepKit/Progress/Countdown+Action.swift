import Foundation

extension Countdown {
  /// The countdown of an action, as far as it has come; nil for one that has none.
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
  /// The same action, whose timer has come as far as a countdown.
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

  /// What is told when the action's timer has run down.
  var notification: TimerNotification? {
    switch self {
    case .timer(_, _, _, let notification): notification
    case .customTimer(_, let notification, _, _, _): notification
    default: nil
    }
  }
}

extension Duration {
  /// The seconds of a timer to the nanosecond: none for less than none and for what is no number, 285 years at the most.
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
    // In one division, so that what came from a number leads back to it.
    guard seconds.magnitude < 1_000_000 else { return Double(seconds) + Double(attoseconds) / 1e18 }
    return Double(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 1_000_000_000
  }
}
