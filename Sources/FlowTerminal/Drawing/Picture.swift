import FlowScreens

/// What a window is to show: the part of a frame that is in sight, and what is below it.
struct Picture: Sendable, Equatable {
  /// The lines from the top of the window; no more than it has rows, none wider than it.
  var lines: [StyledText]
  /// Where the cursor blinks; nil where none is to be seen.
  var cursor: Frame.Position?
  let size: WindowSize

  /// A frame in a window, with lines at the bottom that are always in sight.
  ///
  /// `scroll` is the first line of the frame that is in sight. It moves as little as it can to keep what has the focus in
  /// sight, and never past the end.
  init(
    _ frame: Frame, focus: String?, scroll: inout Int, footer: [StyledText], footerCursor: Int? = nil, size: WindowSize
  ) {
    self.size = size
    // A window that is too low for both shows the frame, unless something is being typed below.
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
    }
    if let footerCursor {
      cursor = Frame.Position(row: size.rows - 1, column: min(footerCursor, size.columns - 1))
    } else if let place = frame.cursor, shown.indices.contains(place.row) {
      cursor = Frame.Position(row: place.row - scroll, column: min(place.column, size.columns - 1))
    }
  }

  private static func scroll(from scroll: Int, to wanted: Range<Int>?, rows: Int, lines: Int) -> Int {
    var scroll = scroll
    if let wanted {
      // The top of something that is higher than the window is what is to be seen.
      scroll = max(scroll, wanted.upperBound - rows)
      scroll = min(scroll, wanted.lowerBound)
    }
    return min(max(0, scroll), max(0, lines - max(1, rows)))
  }
}
