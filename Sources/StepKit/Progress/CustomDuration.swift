public import Foundation

/// The durations that a user can pick for a custom timer. They match a dial of one hour with ten marks per minute.
///
/// ```swift
/// CustomDuration.roundingDown(100)  // 96
/// ```
public enum CustomDuration {
  /// The longest duration, in seconds.
  public static let maximum: TimeInterval = 3600
  /// The distance between two durations, in seconds.
  public static let stride: TimeInterval = 6

  /// Returns the longest available duration that does not exceed a number of seconds.
  ///
  /// - Parameter seconds: The requested seconds. Negative values and NaN are treated as zero.
  /// - Returns: A multiple of ``stride``, from 0 to ``maximum``.
  public static func roundingDown(_ seconds: TimeInterval) -> TimeInterval {
    guard seconds > 0 else { return 0 }
    return (min(seconds, maximum) / stride).rounded(.down) * stride
  }
}
