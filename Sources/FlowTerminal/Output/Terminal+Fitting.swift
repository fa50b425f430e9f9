import FlowScreens

extension Terminal {
  /// Returns a text with the line breaks that a stream requires.
  ///
  /// On a terminal, lines wrap between words; the terminal itself would break them anywhere. On other streams, the text
  /// doesn't change, because programs read whole lines. A text with escape codes doesn't change either, because its
  /// width is unknown. Spaces at the end stay, because they separate a question from its answer.
  package func fitting(_ text: String, on stream: Stream) -> String {
    guard isTerminal(stream), text.isPlain else { return text }
    let spaces = text.reversed().prefix { $0 == " " }
    return StyledText(String(text.dropLast(spaces.count))).wrapped(width: columns).map(\.text).joined(separator: "\n")
      + spaces
  }
}

extension String {
  /// Whether the lines of the text need no escaping. Compares bytes, because comparing canonical forms takes quadratic
  /// time for a long sequence of combining marks.
  fileprivate var isPlain: Bool {
    utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let line = String(Substring(line))
      return line.printable.isExactly(line)
    }
  }
}
