/// Formats the remaining time of a timer as text.
///
/// ```swift
/// RemainingTime.text(for: .seconds(3725))  // "1h 2m 5s"
/// ```
public enum RemainingTime {
  /// Returns a duration as days, hours, minutes and seconds. Units that are zero are omitted. If all are zero, the text
  /// is `0s`.
  ///
  /// - Parameter duration: The remaining time. Fractions of a second are rounded up. Negative durations are treated as
  ///   zero.
  /// - Returns: The text.
  public static func text(for duration: Duration) -> String {
    let seconds = wholeSeconds(of: duration)
    let units = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    let parts = units.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    return parts.isEmpty ? "0s" : parts.joined(separator: " ")
  }

  /// Returns the time until the text of a running timer changes.
  ///
  /// - Parameter duration: The remaining time.
  /// - Returns: The time until the text changes. Nil if no time remains.
  public static func untilNextText(for duration: Duration) -> Duration? {
    guard duration > .zero else { return nil }
    return duration - .seconds(wholeSeconds(of: duration) - 1)
  }

  private static func wholeSeconds(of duration: Duration) -> Int64 {
    guard duration > .zero else { return 0 }
    let (seconds, attoseconds) = duration.components
    return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
  }
}
