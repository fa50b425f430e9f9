import FlowScreens

/// The content of a window: the visible part of a frame, and the footer below it.
struct Picture: Sendable, Equatable {
  /// The lines from the top of the window. They fit its height and width.
  var lines: [StyledText]
  /// The position of the cursor; nil if it is hidden.
  var cursor: Frame.Position?
  let size: WindowSize

  /// Creates the picture of a frame in a window, with footer lines that are always visible.
  ///
  /// `scroll` is the first visible line of the frame. It changes by the smallest amount that keeps the focused element
  /// visible, and never goes past the end.
  init(
    _ frame: Frame, focus: String?, scroll: inout Int, footer: [StyledText], footerCursor: Int? = nil, size: WindowSize
  ) {
    self.size = size
    // If the window is too low for both, show the frame, unless the user is typing in the footer.
    let isTyping = footerCursor != nil
    let footer = footer.suffix(isTyping ? size.rows : size.rows - 1)
    let rows = size.rows - footer.count
    let wanted = focus.flatMap { frame.element($0)?.rows }
    scroll = Self.scroll(from: scroll, to: wanted, rows: rows, lines: frame.lines.count)
    let shown = frame.lines[scroll..<min(scroll + rows, frame.lines.count)]
    lines = Array(shown)
    if !footer.isEmpty {
      lines += [StyledText](repeating: "", count: rows - shown.count)
      lines += footer.map { $0.truncated(width: size.columns) }
      let hidden = Hidden(above: scroll, below: frame.lines.count - scroll - shown.count)
      if !isTyping { lines[lines.count - 1] = hidden.noted(behind: lines[lines.count - 1], width: size.columns) }
    }
    if let footerCursor {
      cursor = Frame.Position(row: size.rows - 1, column: min(footerCursor, size.columns - 1))
    } else if let place = frame.cursor, shown.indices.contains(place.row) {
      cursor = Frame.Position(row: place.row - scroll, column: min(place.column, size.columns - 1))
    }
  }

  /// The numbers of lines that aren't visible.
  private struct Hidden {
    let above: Int
    let below: Int

    /// Returns the last line of the footer with the numbers at its end, if there is room for half of the line.
    func noted(behind line: StyledText, width: Int) -> StyledText {
      let parts = [(above, "↑"), (below, "↓")].filter { $0.0 > 0 }.map { "\($0.1) \($0.0)" }
      guard !parts.isEmpty else { return line }
      let note = StyledText(parts.joined(separator: " "), .dim)
      let room = width - note.displayWidth - 1
      guard room >= width / 2 else { return line }
      return line.truncated(width: room).padded(width: room + 1) + note
    }
  }

  private static func scroll(from scroll: Int, to wanted: Range<Int>?, rows: Int, lines: Int) -> Int {
    var scroll = scroll
    if let wanted {
      // If the element is higher than the window, show its top.
      scroll = max(scroll, wanted.upperBound - rows)
      scroll = min(scroll, wanted.lowerBound)
    }
    return min(max(0, scroll), max(0, lines - max(1, rows)))
  }
}
