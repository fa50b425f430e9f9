/// Schedules the notifications of timers, which reach the user even when the screen is not visible.
///
/// ```swift
/// final class PrintedNotifications: StepNotifications {
///   func schedule(_ notification: TimerNotification, id: String, due: Duration) {
///     print("\(notification.title), at \(due)")
///   }
///
///   func cancel(id: String) {
///     print("The notification of \(id) is called off.")
///   }
/// }
/// ```
///
/// Methods are called on the queue of the list of steps that uses this value. Deliver each notification once, with the
/// default sound.
public protocol StepNotifications {
  /// Schedules a notification. It replaces a pending notification with the same id.
  ///
  /// - Parameters:
  ///   - notification: The notification to deliver.
  ///   - id: The name of the notification. It is the same each time for one timer.
  ///   - due: The time of delivery, on the clock of the list.
  func schedule(_ notification: TimerNotification, id: String, due: Duration)

  /// Cancels a pending notification.
  ///
  /// - Parameter id: The name under which the notification was scheduled.
  func cancel(id: String)
}
