/// The kinds of JSON values. The raw values are the names that error messages use.
///
/// ```swift
/// JSONValue.integer(3).kind.rawValue  // "integer"
/// ```
public enum JSONKind: String, Sendable, CaseIterable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool
  /// A 64-bit integer.
  case integer
  /// Any number that isn't a 64-bit integer.
  case number
  /// A string.
  case string
  /// An ordered list of values.
  case array
  /// A set of named values.
  case object
}
