extension String {
  /// The text without the spaces around it.
  package var trimmedSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  /// What a user typed, as it can stand in a sentence.
  package var inSentence: String {
    count > 40 ? String(prefix(39)).printable + "…" : printable
  }
}
