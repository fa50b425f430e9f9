extension StyledText {
  /// Returns the text on one line, truncated with `…` if it is wider than the given width.
  ///
  /// Line breaks become spaces, and the result is ``Swift/String/printable``. A wide character that doesn't fit
  /// entirely is omitted.
  ///
  /// ```swift
  /// StyledText("a long title").truncated(width: 6).text  // "a lon…"
  /// ```
  ///
  /// You can call it on any thread.
  ///
  /// - Parameter width: The number of columns. If it is below 1, the result is empty.
  /// - Returns: A text that is no wider than the width.
  public func truncated(width: Int) -> StyledText {
    if let plainWidth, plainWidth <= width { return asLine }
    var cells: [TextCell] = []
    var used = 0
    // The number of cells that fit before an ellipsis.
    var kept = 0
    forEachCell { cell in
      let cell = cell ?? TextCell(" ", CellStyles([]))
      if used + cell.width > width {
        cells = width > 0 ? cells[..<kept] + [.ellipsis(cell.styles)] : []
        return false
      }
      used += cell.width
      cells.append(cell)
      if used < width { kept = cells.count }
      return true
    }
    return StyledText(cells)
  }

  /// Returns the text on one line of exactly the given width: truncated if it is wider, followed by spaces if it is
  /// narrower.
  ///
  /// ```swift
  /// StyledText("Bo").padded(width: 4).text  // "Bo  "
  /// ```
  ///
  /// You can call it on any thread.
  ///
  /// - Parameter width: The number of columns to cover.
  /// - Returns: The truncated or padded text.
  public func padded(width: Int) -> StyledText {
    var result = truncated(width: width)
    result.append(String(repeating: " ", count: max(0, width - result.displayWidth)))
    return result
  }
}
