/// Options for writing JSON as text.
///
/// ```swift
/// let value: JSONValue = ["b": [1, 2], "a": true]
/// value.text(.compact)                       // {"b":[1,2],"a":true}
/// value.text(.pretty)                        // each member and element on a line of its own
/// value.text(JSONTextStyle(isSorted: true))  // {"a":true,"b":[1,2]}
/// value.text(JSONTextStyle(isPrintable: true))  // for a terminal: escapes what could control it
/// ```
public struct JSONTextStyle: Sendable, Hashable {
  /// A Boolean value that indicates whether each member and element gets its own line, indented by two spaces per
  /// level.
  public var isIndented: Bool
  /// A Boolean value that indicates whether members are sorted by name. Otherwise they keep their order.
  public var isSorted: Bool
  /// A Boolean value that indicates whether characters that could control a terminal or mislead a reader are escaped.
  ///
  /// These are control characters, line and paragraph separators, and invisible format characters, such as those that
  /// reverse the writing direction. Joiners stay, because emoji and Persian words need them. Set it for text that is
  /// written to a terminal or a log. The text still reads back as an equal value.
  public var isPrintable: Bool

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - isIndented: Whether each member and element gets its own line.
  ///   - isSorted: Whether members are sorted by name.
  ///   - isPrintable: Whether characters that could control a terminal are escaped.
  public init(isIndented: Bool = false, isSorted: Bool = false, isPrintable: Bool = false) {
    self.isIndented = isIndented
    self.isSorted = isSorted
    self.isPrintable = isPrintable
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
