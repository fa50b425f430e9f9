/// How JSON is laid out as text.
///
/// ```swift
/// let value: JSONValue = ["b": [1, 2], "a": true]
/// value.text(.compact)                       // {"b":[1,2],"a":true}
/// value.text(.pretty)                        // each member and element on a line of its own
/// value.text(JSONTextStyle(isSorted: true))  // {"a":true,"b":[1,2]}
/// ```
public struct JSONTextStyle: Sendable, Hashable {
  /// Whether each member and element gets a line of its own, two spaces further in than what holds it.
  public var isIndented: Bool
  /// Whether members are sorted by their names; else they keep the order in which they came.
  public var isSorted: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - isIndented: Whether each member and element gets a line of its own.
  ///   - isSorted: Whether members are sorted by their names.
  public init(isIndented: Bool = false, isSorted: Bool = false) {
    self.isIndented = isIndented
    self.isSorted = isSorted
  }

  /// One line without spaces, members in the order in which they came.
  public static let compact = JSONTextStyle()
  /// One line without spaces, members by name.
  public static let compactSorted = JSONTextStyle(isSorted: true)
  /// Many lines, members in the order in which they came.
  public static let pretty = JSONTextStyle(isIndented: true)
  /// Many lines, members by name.
  public static let prettySorted = JSONTextStyle(isIndented: true, isSorted: true)
}
