import FlowScreens

/// Draws a prompt of several lines below the text on the terminal, and draws it again in the same place.
///
/// The cursor stays after the last line. It isn't hidden, because a killed process couldn't show it again.
struct PromptPainter: Sendable {
  /// Ends the styles of the lines, and shows the cursor, which a screen of a killed process may have left hidden.
  static let end = "\u{1B}[0m\u{1B}[?25h"

  private let usesColor: Bool
  private var shown: [StyledText] = []
  /// The width of the window at the last drawing.
  private var columns = 1

  init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  /// Returns the codes that replace the lines of the prompt.
  mutating func paint(_ lines: [StyledText], columns: Int) -> String {
    guard lines != shown || columns != self.columns else { return "" }
    self.columns = columns
    defer { shown = lines }
    return erasing + lines.map { $0.codedForScreen(usesColor: usesColor) }.joined(separator: "\n")
  }

  /// Returns the codes that remove the prompt and leave a line in its place.
  mutating func leave(_ line: StyledText) -> String {
    defer { shown = [] }
    return erasing + line.codedForScreen(usesColor: usesColor) + "\n" + Self.end
  }

  /// Draws the whole prompt below the cursor the next time. Call it when another process may have written to the
  /// terminal.
  mutating func forget() {
    shown = []
  }

  private var erasing: String {
    guard !shown.isEmpty else { return "" }
    // In a window that has become narrower, the terminal has wrapped the lines.
    let rows = shown.reduce(0) { $0 + max(1, ($1.displayWidth + columns - 1) / columns) }
    return "\r" + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\u{1B}[J"
  }
}
