extension StyledText {
  /// The text on one line, cut with `…` where it is wider than a width.
  ///
  /// Line breaks become spaces, and everything is ``Swift/String/printable``. No character is cut in two: a wide one that would
  /// only half fit is left out.
  ///
  /// ```swift
  /// StyledText("a long title").truncated(width: 6).text  // "a lon…"
  /// ```
  ///
  /// May be used on any thread.
  ///
  /// - Parameter width: The columns that there are; the text is empty when there are none.
  /// - Returns: A text that is no wider.
  public func truncated(width: Int) -> StyledText {
    if let plainWidth, plainWidth <= width { return asLine }
    var cells: [TextCell] = []
    var used = 0
    // What fits before the ellipsis, should one be needed.
    var kept = 0
    for cell in joinedLines {
      if used + cell.width > width {
        guard width > 0 else { return StyledText() }
        return StyledText(cells[..<kept] + [.ellipsis(cell.styles)])
      }
      used += cell.width
      cells.append(cell)
      if used < width { kept = cells.count }
    }
    return StyledText(cells)
  }

  /// The text on one line that is exactly as wide as a width: cut where it is wider, with spaces behind it where it is not.
  ///
  /// ```swift
  /// StyledText("Bo").padded(width: 4).text  // "Bo  "
  /// ```
  ///
  /// May be used on any thread.
  ///
  /// - Parameter width: The columns to cover.
  /// - Returns: The text with what is missing.
  public func padded(width: Int) -> StyledText {
    var result = truncated(width: width)
    result.append(String(repeating: " ", count: max(0, width - result.displayWidth)))
    return result
  }

  private var joinedLines: [TextCell] {
    Array(cellLines.joined(separator: [TextCell(" ", [])]))
  }
}
