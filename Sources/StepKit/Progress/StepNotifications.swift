/// Receives what is to be told to the user when a timer has run down, also if nobody looks then.
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
/// It is called on the queue of the list of steps that it was given to. A notification has the default sound and does not
/// repeat.
public protocol StepNotifications {
  /// Asks for a notification. An earlier one of the same id that is not due yet is replaced.
  ///
  /// - Parameters:
  ///   - notification: What is to be told.
  ///   - id: Names the notification; the same for one timer each time.
  ///   - due: When, on the clock of the list.
  func schedule(_ notification: TimerNotification, id: String, due: Duration)

  /// Calls a notification off that is not due yet.
  ///
  /// - Parameter id: The name under which it was scheduled.
  func cancel(id: String)
}
