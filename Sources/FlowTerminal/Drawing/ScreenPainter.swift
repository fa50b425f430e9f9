import FlowScreens

/// Converts pictures to terminal codes that redraw only the lines that have changed.
///
/// A plain value that records the content of the terminal, and writes nothing itself. It draws on the terminal's
/// alternate screen, as editors do, so that resizing the window doesn't move earlier output.
struct ScreenPainter: Sendable {
  private var shown: Picture?
  private let usesColor: Bool

  /// Creates a painter. Without colours, it uses only the other styles.
  init(usesColor: Bool = true) {
    self.usesColor = usesColor
  }

  /// Switches to the alternate screen, disables line wrapping so that the last column can be used, and enables
  /// bracketed paste, which distinguishes pasted text from typed text.
  static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J\u{1B}[H"
  /// Switches back and restores the previous modes.
  static let end = "\u{1B}[0m\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Redraws everything the next time. Call it when another process may have written to the terminal.
  mutating func forget() {
    shown = nil
  }

  /// Returns the codes that make the terminal show a picture; empty if it already shows the picture.
  mutating func paint(_ picture: Picture) -> String {
    guard picture != shown else { return "" }
    var code = Code()
    let old = shown?.size == picture.size ? shown : nil
    if old == nil { code.text += "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<picture.size.rows {
      let line = picture.lines.count > row ? picture.lines[row] : ""
      let before = old.map { $0.lines.count > row ? $0.lines[row] : "" } ?? ""
      if line != before { code.draw(line, row: row, columns: picture.size.columns, usesColor: usesColor) }
    }
    if let cursor = picture.cursor {
      code.move(row: cursor.row, column: cursor.column)
      if old?.cursor == nil { code.text += "\u{1B}[?25h" }
    } else if old == nil || old?.cursor != nil {
      code.text += "\u{1B}[?25l"
    }
    shown = picture
    // Synchronized update: a terminal that supports it shows all changes at once.
    return "\u{1B}[?2026h" + code.text + "\u{1B}[?2026l"
  }

  private struct Code {
    var text = ""

    mutating func move(row: Int, column: Int) {
      text += "\u{1B}[\(row + 1);\(column + 1)H"
    }

    /// Draws a line, and erases the rest of the row if the line is narrower. After a full line the cursor stays on the
    /// last column, so erasing would remove the last character.
    mutating func draw(_ line: StyledText, row: Int, columns: Int, usesColor: Bool) {
      move(row: row, column: 0)
      text += line.codedForScreen(usesColor: usesColor)
      if line.displayWidth < columns { text += "\u{1B}[K" }
    }
  }
}
