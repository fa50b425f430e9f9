/// Options for writing JSON as text.
///
/// ```swift
/// let value: JSONValue = ["b": [1, 2], "a": true]
/// value.text(.compact)                       // {"b":[1,2],"a":true}
/// value.text(.pretty)                        // each member and element on a line of its own
/// value.text(JSONTextStyle(isSorted: true))  // {"a":true,"b":[1,2]}
/// ```
public struct JSONTextStyle: Sendable, Hashable {
  /// A Boolean value that indicates whether each member and element gets its own line, indented by two spaces per
  /// level.
  public var isIndented: Bool
  /// A Boolean value that indicates whether members are sorted by name. Otherwise they keep their order.
  public var isSorted: Bool

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - isIndented: Whether each member and element gets its own line.
  ///   - isSorted: Whether members are sorted by name.
  public init(isIndented: Bool = false, isSorted: Bool = false) {
    self.isIndented = isIndented
    self.isSorted = isSorted
  }

  /// One line without spaces. Members keep their order.
  public static let compact = JSONTextStyle()
  /// One line without spaces. Members are sorted by name.
  public static let compactSorted = JSONTextStyle(isSorted: true)
  /// One line for each member and element. Members keep their order.
  public static let pretty = JSONTextStyle(isIndented: true)
  /// One line for each member and element. Members are sorted by name.
  public static let prettySorted = JSONTextStyle(isIndented: true, isSorted: true)
}
