/// A character as it is drawn, with its width in columns.
struct TextCell {
  var character: Character
  var width: Int
  var styles: CellStyles

  /// The largest number of scalars in a character that is drawn. Unicode's stream-safe format has the same limit for marks. A reader
  /// can't tell more marks on one character apart, and comparing such texts takes quadratic time.
  fileprivate static let maximumScalars = 32

  init(_ character: Character, _ styles: CellStyles) {
    let character = character.unicodeScalars.count > Self.maximumScalars ? character.truncated : character
    self.character = character
    width = character.displayWidth
    self.styles = styles
  }

  static func ellipsis(_ styles: CellStyles) -> TextCell { TextCell("…", styles) }

  var isSpace: Bool { character == " " }
}

extension StyledText {
  /// Calls a closure with each printable character, and with nil for a line break, until it returns false.
  func forEachCell(_ body: (TextCell?) -> Bool) {
    for span in spans {
      let styles = CellStyles(span.styles)
      var isFirst = true
      for piece in span.text.drawnLines {
        if !isFirst, !body(nil) { return }
        isFirst = false
        // Splits the text after escaping, because escaping can change where characters begin.
        for character in piece.printable where !body(TextCell(character, styles)) { return }
      }
    }
  }

  /// Makes a text from cells.
  init(_ cells: some Sequence<TextCell>) {
    self.init()
    var text = ""
    var styles = CellStyles([])
    for cell in cells {
      if text.endsWithJoiner, !cell.canBeJoined { text.unicodeScalars.removeLast() }
      if cell.styles != styles {
        append(text, styles.set)
        text = ""
        styles = cell.styles
      }
      text.append(cell.character)
    }
    if text.endsWithJoiner { text.unicodeScalars.removeLast() }
    append(text, styles.set)
  }
}

extension Character {
  fileprivate var truncated: Character {
    let scalars = String.UnicodeScalarView(unicodeScalars.prefix(TextCell.maximumScalars))
    return String(scalars).first ?? self
  }
}

extension TextCell {
  /// Whether a joiner before the character joins it. At the place where a text was cut, there can be nothing to join.
  fileprivate var canBeJoined: Bool { character.unicodeScalars.first?.canBeJoined == true }
}

extension String {
  fileprivate var endsWithJoiner: Bool { unicodeScalars.last?.isJoiner == true }

  /// The lines of the text, with spaces for tabs. They need no escaping.
  var drawnLines: [String] {
    guard utf8.contains(where: { $0 < 0x20 }) else { return [self] }
    // By bytes, because comparing characters takes quadratic time for a long run of combining marks.
    var lines: [[UInt8]] = [[]]
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\n"):
        if lines[lines.count - 1].last == UInt8(ascii: "\r") { lines[lines.count - 1].removeLast() }
        lines.append([])
      case UInt8(ascii: "\t"): lines[lines.count - 1].append(UInt8(ascii: " "))
      default: lines[lines.count - 1].append(byte)
      }
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
