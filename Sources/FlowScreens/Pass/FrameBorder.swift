/// The border of a framed layout.
enum FrameBorder {
  // The space has the style of the line, so that the sides of nested frames form a single span in each line.
  static let left = StyledText("│ ", .dim)
  static let right = StyledText(" │", .dim)

  /// Returns the width at which a frame shows its whole title.
  static func width(title: StyledText) -> Int { title.isEmpty ? 4 : title.truncated(width: .max).displayWidth + 6 }

  /// Returns the upper border with the title, truncated to fit.
  static func top(title: StyledText, width: Int) -> StyledText {
    let title = title.truncated(width: width - 6)
    guard !title.isEmpty else { return line("┌", "┐", width: width) }
    var line = StyledText("┌─ ", .dim)
    line.append(title)
    line.append(" " + String(repeating: "─", count: max(0, width - 5 - title.displayWidth)) + "┐", [.dim])
    return line
  }

  static func bottom(width: Int) -> StyledText { line("└", "┘", width: width) }

  private static func line(_ left: String, _ right: String, width: Int) -> StyledText {
    StyledText(left + String(repeating: "─", count: max(0, width - 2)) + right, .dim)
  }
}
