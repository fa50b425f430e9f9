/// The number by which a store knows a run.
///
/// ```swift
/// let first = RunNumber(rawValue: 17)
/// print(first)  // 17
/// ```
///
/// A store counts its runs from 1 and never uses a number twice, also after it has forgotten the run.
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
