/// A receiver of a list's timer notifications. The list's ``StepFlowScreen`` shows them when they are due.
///
/// ```swift
/// let cook = FlowStep(
///   identifier: "Cook", presenting: { step in StepFlowScreen(for: step, notifications: StepNotices()) }, on: session)
/// ```
///
/// Use it only on the queue of its list.
public final class StepNotices: StepNotifications {
  private var scheduled: [(id: String, notification: TimerNotification, due: Duration)] = []

  /// Creates a receiver without notifications.
  public init() {}

  /// Schedules a notification. It replaces a notification with the same identifier.
  public func schedule(_ notification: TimerNotification, id: String, due: Duration) {
    cancel(id: id)
    scheduled.append((id, notification, due))
  }

  /// Removes a notification.
  public func cancel(id: String) {
    scheduled.removeAll { $0.id == id }
  }

  /// Returns the notifications that are due, in the order of their times.
  func due(at now: Duration) -> [TimerNotification] {
    scheduled.filter { $0.due <= now }.sorted { $0.due < $1.due }.map(\.notification)
  }

  /// Returns the time until the next notification is due.
  func nextDue(after now: Duration) -> Duration? {
    scheduled.lazy.map(\.due).filter { $0 > now }.min().map { $0 - now }
  }
}
