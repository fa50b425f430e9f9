/// A character as it is drawn, with its width in columns.
struct TextCell {
  var character: Character
  var width: Int
  var styles: Set<TextStyle>

  init(_ character: Character, _ styles: Set<TextStyle>) {
    self.character = character
    width = character.displayWidth
    self.styles = styles
  }

  static func ellipsis(_ styles: Set<TextStyle>) -> TextCell { TextCell("…", styles) }

  var isSpace: Bool { character == " " }
}

extension StyledText {
  /// The printable characters of each line of the text.
  var cellLines: [[TextCell]] {
    var lines: [[TextCell]] = [[]]
    for span in spans {
      var isFirst = true
      for piece in span.text.drawnLines {
        if !isFirst { lines.append([]) }
        isFirst = false
        // Splits the text after escaping, because escaping can change where characters begin.
        for character in piece.printable { lines[lines.count - 1].append(TextCell(character, span.styles)) }
      }
    }
    return lines
  }

  /// Makes a text from cells.
  init(_ cells: some Sequence<TextCell>) {
    self.init()
    var text = ""
    var styles: Set<TextStyle> = []
    for cell in cells {
      if text.endsWithJoiner, !cell.canBeJoined { text.unicodeScalars.removeLast() }
      if cell.styles != styles {
        append(text, styles)
        text = ""
        styles = cell.styles
      }
      text.append(cell.character)
    }
    if text.endsWithJoiner { text.unicodeScalars.removeLast() }
    append(text, styles)
  }
}

extension TextCell {
  /// Whether a joiner before the character joins it. At the place where a text was cut, there can be nothing to join.
  fileprivate var canBeJoined: Bool { character.unicodeScalars.first?.canBeJoined == true }
}

extension String {
  fileprivate var endsWithJoiner: Bool { unicodeScalars.last?.isJoiner == true }

  /// The lines of the text, with spaces for tabs. They need no escaping.
  fileprivate var drawnLines: [String] {
    guard utf8.contains(where: { $0 < 0x20 }) else { return [self] }
    var lines: [String] = [""]
    for character in self {
      switch character {
      case "\n", "\r\n": lines.append("")
      case "\t": lines[lines.count - 1].append(" ")
      default: lines[lines.count - 1].append(character)
      }
    }
    return lines
  }
}
