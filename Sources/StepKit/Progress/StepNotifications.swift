/// A scheduler of timer notifications, which reach the user even when the screen is not visible.
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
  ///   - id: The identifier of the notification. It is stable for each timer.
  ///   - due: The time of delivery, on the clock of the list.
  func schedule(_ notification: TimerNotification, id: String, due: Duration)

  /// Cancels a pending notification.
  ///
  /// - Parameter id: The identifier with which the notification was scheduled.
  func cancel(id: String)
}
