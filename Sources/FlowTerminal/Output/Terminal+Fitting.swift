import FlowScreens

extension Terminal {
  /// A text with line breaks where a stream needs them.
  ///
  /// On a terminal the lines are broken between words, as the terminal itself would break them anywhere. Elsewhere the text
  /// stays as it is, since programs read a line as one; and so does a text that holds codes, whose width nobody knows.
  /// Spaces at the end stay: they stand before what is typed behind a question.
  package func fitting(_ text: String, on stream: Stream) -> String {
    let isPlain = text.split(separator: "\n").allSatisfy { line in String(line).printable == line }
    guard isTerminal(stream), isPlain else { return text }
    let spaces = text.reversed().prefix { $0 == " " }
    return StyledText(String(text.dropLast(spaces.count))).wrapped(width: columns).map(\.text).joined(separator: "\n")
      + spaces
  }
}
