/// The number of a run in a store.
///
/// ```swift
/// let first = RunNumber(rawValue: 17)
/// print(first)  // 17
/// ```
///
/// A store counts its runs from 1 and never reuses a number, even after it has removed the run.
public struct RunNumber: RawRepresentable, Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The number.
  public let rawValue: Int

  /// Creates a number.
  ///
  /// - Parameter rawValue: The number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Whether a run was added before another.
  public static func < (left: RunNumber, right: RunNumber) -> Bool { left.rawValue < right.rawValue }

  /// The number as text.
  public var description: String { String(rawValue) }
}
