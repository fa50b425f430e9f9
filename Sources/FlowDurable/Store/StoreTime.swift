import Foundation

/// A time on the clock of a store, in milliseconds.
///
/// ```swift
/// let time = StoreTime(milliseconds: 1_763_760_000_123)
/// print(time)                         // 2025-11-21T21:20:00.123Z
/// print(time.advanced(by: .seconds(2)) > time)  // true
/// ```
///
/// Leases and timers use this type. Don't compare these times with another clock: ``ClaimedRun/now`` and
/// ``RunInbox/now`` have the time of the store. A ``FileStore`` counts from 1970; a ``MemoryStore`` counts from the
/// origin of its clock.
public struct StoreTime: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The milliseconds since the clock's origin.
  public let milliseconds: Int64

  /// Creates a time.
  ///
  /// - Parameter milliseconds: The milliseconds since the clock's origin.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates the time of a clock, rounded down to a whole millisecond.
  init(_ now: Duration) {
    milliseconds = Self.milliseconds(now, roundingUp: false)
  }

  /// Returns the time after a duration, rounded up to a whole millisecond, so that no timer fires early.
  ///
  /// If the result is too large for the store, returns the latest possible time.
  ///
  /// - Parameter duration: The duration.
  /// - Returns: The later time.
  public func advanced(by duration: Duration) -> StoreTime {
    let (sum, isTooLarge) = milliseconds.addingReportingOverflow(Self.milliseconds(duration, roundingUp: true))
    return StoreTime(milliseconds: isTooLarge ? (duration < .zero ? 0 : .max) : sum)
  }

  /// Returns the duration from another time to this one; negative if the other time is later.
  ///
  /// - Parameter other: The other time.
  /// - Returns: The duration.
  public func duration(since other: StoreTime) -> Duration {
    .milliseconds(milliseconds) - .milliseconds(other.milliseconds)
  }

  private static func milliseconds(_ duration: Duration, roundingUp: Bool) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let part = attoseconds / 1_000_000_000_000_000
    let isUneven = attoseconds % 1_000_000_000_000_000 > 0
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    if isTooLarge { return seconds < 0 ? .min : .max }
    let (sum, overflows) = product.addingReportingOverflow(part + (roundingUp && isUneven ? 1 : 0))
    return overflows ? (seconds < 0 ? .min : .max) : sum
  }

  /// Returns whether a time is before another.
  public static func < (left: StoreTime, right: StoreTime) -> Bool { left.milliseconds < right.milliseconds }

  /// The time in the format of ISO 8601, in UTC.
  public var description: String {
    // Foundation's formatter supports years up to 9999.
    guard (0...253_402_300_799_999).contains(milliseconds) else { return "\(milliseconds) ms" }
    // The formatter would round the milliseconds of a floating-point number.
    let second = Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(Date.ISO8601FormatStyle())
    let part = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(second.dropLast()).\(part)Z"
  }
}
