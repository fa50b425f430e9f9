extension JSONValue {
  /// The text of the value for uses that need a string.
  ///
  /// A string is returned unchanged. Booleans are `true` and `false`, and null is `null`. Integers are decimal. Doubles
  /// have the shortest form that reads back, such as `1.0` and `1e+21`. Arrays and objects are compact JSON with sorted
  /// names.
  public var canonicalText: String {
    switch self {
    case .string(let text): text
    case .integer(let integer): String(integer)
    default: jsonText
    }
  }

  /// The value as compact JSON with sorted names.
  public var jsonText: String { text(.compactSorted) }

  /// Returns the value as JSON.
  ///
  /// Reading the text gives an equal value. Infinities and NaN, which JSON can't represent, become `null`. Deeply
  /// nested values don't use more of the thread's stack.
  ///
  /// - Parameter style: The style of the text.
  /// - Returns: The text, without a trailing line break.
  public func text(_ style: JSONTextStyle) -> String {
    var writer = JSONWriter(style)
    writer.write(self)
    return writer.text
  }
}
