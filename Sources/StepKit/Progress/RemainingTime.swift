/// The time that is left, as text.
///
/// ```swift
/// RemainingTime.text(for: .seconds(3725))  // "1h 2m 5s"
/// ```
public enum RemainingTime {
  /// Days, hours, minutes and seconds, from large to small, without those that are zero; `0s` if all are.
  ///
  /// - Parameter duration: The time. Fractions of a second are rounded up, and less than nothing counts as nothing.
  /// - Returns: The text.
  public static func text(for duration: Duration) -> String {
    let seconds = wholeSeconds(of: duration)
    let units = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    let parts = units.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    return parts.isEmpty ? "0s" : parts.joined(separator: " ")
  }

  /// How long it takes until a time that runs down has another text; nil for nothing.
  ///
  /// - Parameter duration: The time that is left now.
  /// - Returns: The time until then.
  public static func untilNextText(for duration: Duration) -> Duration? {
    guard duration > .zero else { return nil }
    return duration - .seconds(wholeSeconds(of: duration) - 1)
  }

  private static func wholeSeconds(of duration: Duration) -> Int64 {
    guard duration > .zero else { return 0 }
    let (seconds, attoseconds) = duration.components
    return attoseconds > 0 ? seconds.addingReportingOverflow(1).partialValue : seconds
  }
}
