/// A character as it is drawn, with its width in columns.
struct TextCell {
  var character: Character
  var width: Int
  var styles: CellStyles

  /// The maximum number of scalars in a character that is drawn, which is also the limit for marks in Unicode's
  /// stream-safe format. A reader can't distinguish more marks on one character, and comparing such texts takes
  /// quadratic time.
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
  /// Calls a closure with each printable character, and with nil for each line break, until it returns false.
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

  /// Creates a text from cells.
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
  /// Whether a joiner before the character joins it. Where a text was cut, there may be nothing to join.
  fileprivate var canBeJoined: Bool { character.unicodeScalars.first?.canBeJoined == true }
}

extension String {
  fileprivate var endsWithJoiner: Bool { unicodeScalars.last?.isJoiner == true }

  /// The lines of the text, with spaces in place of tabs. They need no escaping.
  var drawnLines: [String] {
    guard utf8.contains(where: { $0 < 0x20 }) else { return [self] }
    // Split bytes, because comparing characters takes quadratic time for a long sequence of combining marks.
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
