/// The kinds of JSON values, by the names that error messages use.
///
/// ```swift
/// JSONValue.integer(3).kind.rawValue  // "integer"
/// ```
public enum JSONKind: String, Sendable, CaseIterable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A whole number of 64 bits.
  case integer
  /// Any other number.
  case number
  /// Text.
  case string
  /// Values in order.
  case array
  /// Values by name.
  case object
}
