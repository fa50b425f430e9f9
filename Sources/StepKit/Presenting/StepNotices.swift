/// The notifications of a list's timers, which its ``StepFlowScreen`` shows when they fall due.
///
/// ```swift
/// let cook = FlowStep(
///   identifier: "Cook", presenting: { step in StepFlowScreen(for: step, notifications: StepNotices()) }, on: session)
/// ```
///
/// It belongs to the queue of its list.
public final class StepNotices: StepNotifications {
  private var scheduled: [(id: String, notification: TimerNotification, due: Duration)] = []

  /// Makes a sink that has nothing to tell.
  public init() {}

  /// Keeps a notification until it falls due, in place of one of the same id that has not.
  public func schedule(_ notification: TimerNotification, id: String, due: Duration) {
    cancel(id: id)
    scheduled.append((id, notification, due))
  }

  /// Forgets a notification that has not fallen due.
  public func cancel(id: String) {
    scheduled.removeAll { $0.id == id }
  }

  /// What has fallen due, the latest last.
  func due(at now: Duration) -> [TimerNotification] {
    scheduled.filter { $0.due <= now }.sorted { $0.due < $1.due }.map(\.notification)
  }

  /// The time until the next one falls due.
  func nextDue(after now: Duration) -> Duration? {
    scheduled.lazy.map(\.due).filter { $0 > now }.min().map { $0 - now }
  }
}
