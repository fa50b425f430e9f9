extension String {
  /// The text without leading and trailing white space.
  package var trimmedSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  /// The text in a form for error messages: printable, and at most 40 characters before escaping.
  package var inSentence: String {
    count > 40 ? String(prefix(39)).printable + "…" : printable
  }
}
