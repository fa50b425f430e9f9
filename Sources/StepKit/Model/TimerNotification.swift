/// A notification to the user that a timer has run down.
///
/// ```swift
/// let notification = TimerNotification(title: "Dough is ready", subtitle: "Continue with the next step")
/// ```
///
/// As in StepKit's "Express a Step using JSON syntax": `notification`.
public struct TimerNotification: Sendable {
  /// The first line.
  public var title: String
  /// The second line.
  public var subtitle: String

  /// Creates a notification.
  ///
  /// - Parameters:
  ///   - title: The first line.
  ///   - subtitle: The second line.
  public init(title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }
}
