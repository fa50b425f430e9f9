extension StyledText {
  /// Returns the text as lines that are no wider than the given width.
  ///
  /// Lines break between words and between East Asian letters. Brackets, quotation marks, and full stops stay with the
  /// letter that they belong to. A word that is wider than a line breaks at the end of the line. Spaces at a break are
  /// omitted. A character that is wider than the width becomes `…`. Line breaks in the text are kept, and the result is
  /// ``Swift/String/printable``.
  ///
  /// ```swift
  /// StyledText("one two three").wrapped(width: 8).map(\.text)  // ["one two", "three"]
  /// ```
  ///
  /// You can call it on any thread.
  ///
  /// - Parameter width: The number of columns. A number below 1 is treated as 1.
  /// - Returns: The lines. An empty text gives one empty line.
  public func wrapped(width: Int) -> [StyledText] {
    if let plainWidth, plainWidth <= width { return [asLine] }
    let width = max(1, width)
    if spans.count == 1 { return spans[0].wrapped(width: width) }
    var wrapping = LineWrapping(width: width)
    forEachCell { cell in
      if let cell { wrapping.append(cell) } else { wrapping.endLine() }
      return true
    }
    return wrapping.finish()
  }
}

extension StyledText.Span {
  fileprivate func wrapped(width: Int) -> [StyledText] {
    let cellStyles = CellStyles(styles)
    var lines: [StyledText] = []
    for line in text.drawnLines.lazy.map(\.printable) {
      if line.unicodeScalars.allSatisfy(\.coversOneColumn) {
        ColumnWrapping.wrap(line, width: width) { lines.append(StyledText(String($0), styles)) }
      } else {
        var wrapping = LineWrapping(width: width)
        for character in line { wrapping.append(TextCell(character, cellStyles)) }
        lines += wrapping.finish()
      }
    }
    return lines
  }
}

/// Wraps lines of cells.
private struct LineWrapping {
  private let width: Int
  private var lines: [StyledText] = []
  private var line: [TextCell] = []
  private var lineWidth = 0
  /// The last place where the line can break: the index of the first cell of the next line.
  private var breakPoint: Int?
  /// Whether the line continues another one. In this case, its leading spaces are omitted.
  private var isContinued = false

  init(width: Int) {
    self.width = width
  }

  mutating func append(_ cell: TextCell) {
    var cell = cell
    if cell.width > width { cell = .ellipsis(cell.styles) }
    if cell.isSpace {
      appendSpace(cell)
    } else {
      if let last = line.last, last.width == 2 || cell.width == 2, !last.isSpace, cell.width > 0,
        !last.character.beginsUnit, !cell.character.endsUnit
      {
        breakPoint = line.count
      }
      // A second break is needed if the text that the first break moves to the next line leaves no room there.
      while lineWidth + cell.width > width { breakLine() }
      add(cell)
    }
  }

  /// Ends a line of the text.
  mutating func endLine() {
    // A space that was dropped at the end must not add an empty line.
    if !line.isEmpty || !isContinued { lines.append(StyledText(line)) }
    line.removeAll(keepingCapacity: true)
    lineWidth = 0
    breakPoint = nil
    isContinued = false
  }

  /// Ends the last line, and returns all lines.
  mutating func finish() -> [StyledText] {
    endLine()
    return lines
  }

  private mutating func appendSpace(_ cell: TextCell) {
    if isContinued, line.isEmpty { return }
    if lineWidth + 1 > width {
      breakPoint = line.count
      breakLine()
    } else {
      add(cell)
      if line.contains(where: { !$0.isSpace }) { breakPoint = line.count }
    }
  }

  private mutating func breakLine() {
    let place = breakPoint ?? line.count
    var head = line[..<place]
    while head.last?.isSpace == true { head.removeLast() }
    lines.append(StyledText(head))
    line.removeSubrange(..<place)
    lineWidth = line.reduce(0) { $0 + $1.width }
    breakPoint = nil
    isContinued = true
  }

  private mutating func add(_ cell: TextCell) {
    line.append(cell)
    lineWidth += cell.width
  }
}
