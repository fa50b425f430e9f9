extension JSONValue {
  /// The value as text, wherever a string is needed: a string is itself, `true` and `false` are words, integers decimal,
  /// doubles in their shortest form that reads back (`1.0`, `1e+21`), arrays and objects compact JSON with sorted names,
  /// null is the word.
  public var canonicalText: String {
    if case .string(let text) = self { return text }
    return jsonText
  }

  /// The value as compact JSON with sorted names.
  public var jsonText: String { text(.compactSorted) }

  /// The value as JSON.
  ///
  /// Reading the text gives an equal value, except that infinities and not-a-number, which have no JSON, become `null`.
  /// Takes no more of the thread's stack for values that are nested deeply.
  ///
  /// - Parameter style: How it is laid out.
  /// - Returns: The text, without a line break at its end.
  public func text(_ style: JSONTextStyle) -> String {
    var writer = JSONWriter(style)
    writer.write(self)
    return writer.text
  }
}
