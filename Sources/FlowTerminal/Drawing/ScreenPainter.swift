import FlowScreens

/// Turns pictures into what is to be written to a terminal, so that only what has changed is drawn again.
///
/// A plain value: it remembers what the terminal shows and writes nothing itself. It draws on the terminal's other screen,
/// the one that editors use, where a new size of the window moves nothing that was written before.
struct ScreenPainter: Sendable {
  private var shown: Picture?

  /// Goes to the other screen. Lines are not to be wrapped there, so that the last column can be used; what is pasted is
  /// to be told from what is typed.
  static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J\u{1B}[H"
  /// Comes back, with everything as it was.
  static let end = "\u{1B}[0m\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Forgets what the terminal shows, after something else may have written to it.
  mutating func forget() {
    shown = nil
  }

  /// What to write so that the terminal shows a picture; empty when it does already.
  mutating func paint(_ picture: Picture) -> String {
    guard picture != shown else { return "" }
    var code = Code()
    let old = shown?.size == picture.size ? shown : nil
    if old == nil { code.text += "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<picture.size.rows {
      let line = picture.lines.count > row ? picture.lines[row] : ""
      let before = old.map { $0.lines.count > row ? $0.lines[row] : "" } ?? ""
      if line != before { code.draw(line, row: row, columns: picture.size.columns) }
    }
    if let cursor = picture.cursor {
      code.move(row: cursor.row, column: cursor.column)
      if old?.cursor == nil { code.text += "\u{1B}[?25h" }
    } else if old == nil || old?.cursor != nil {
      code.text += "\u{1B}[?25l"
    }
    shown = picture
    // A terminal that knows the brackets shows all of it at once.
    return "\u{1B}[?2026h" + code.text + "\u{1B}[?2026l"
  }

  private struct Code {
    var text = ""

    mutating func move(row: Int, column: Int) {
      text += "\u{1B}[\(row + 1);\(column + 1)H"
    }

    /// The rest is erased only where there is a rest: behind the last column the cursor stays on it, and erasing from there
    /// would take the last character away.
    mutating func draw(_ line: StyledText, row: Int, columns: Int) {
      move(row: row, column: 0)
      for span in line.spans { text += span.coded(when: true) }
      if line.displayWidth < columns { text += "\u{1B}[K" }
    }
  }
}
