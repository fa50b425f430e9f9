public import Foundation

/// The durations that can be picked for a custom timer: those of a dial of an hour with ten marks a minute.
///
/// ```swift
/// CustomDuration.roundingDown(100)  // 96
/// ```
public enum CustomDuration {
  /// The longest one, in seconds.
  public static let maximum: TimeInterval = 3600
  /// From one to the next, in seconds.
  public static let stride: TimeInterval = 6

  /// The duration that is set when another is asked for: limited to what there is, then rounded down.
  ///
  /// - Parameter seconds: What is asked for; what is no number counts as zero.
  /// - Returns: From 0 to ``maximum``, a multiple of ``stride``.
  public static func roundingDown(_ seconds: TimeInterval) -> TimeInterval {
    guard seconds > 0 else { return 0 }
    return (min(seconds, maximum) / stride).rounded(.down) * stride
  }
}
