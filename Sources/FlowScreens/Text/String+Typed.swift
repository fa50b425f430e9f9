extension String {
  /// The text without leading and trailing white space.
  package var trimmedSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  /// As many dots as the text has characters, up to a few.
  package var asDots: String { String(repeating: "•", count: min(count, 8)) }

  /// The text in a form for error messages: printable, and at most 40 characters and 400 scalars before escaping.
  package var inSentence: String {
    if count <= 40, unicodeScalars.count <= 400 { return printable }
    return String(String.UnicodeScalarView(prefix(39).unicodeScalars.prefix(400))).printable + "…"
  }
}
