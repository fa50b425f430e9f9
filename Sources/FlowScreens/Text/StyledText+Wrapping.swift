extension StyledText {
  /// Returns the text as lines that are no wider than the given width.
  ///
  /// Lines break between words and between East Asian letters. A word that is wider than a line breaks at the end of the line.
  /// Spaces at a break are left out. A character that is wider than the width becomes `…`. Line breaks in the text are kept, and
  /// the result is ``Swift/String/printable``.
  ///
  /// ```swift
  /// StyledText("one two three").wrapped(width: 8).map(\.text)  // ["one two", "three"]
  /// ```
  ///
  /// You can call it on any thread.
  ///
  /// - Parameter width: The number of columns. A number below 1 counts as 1.
  /// - Returns: The lines. An empty text gives one empty line.
  public func wrapped(width: Int) -> [StyledText] {
    if let plainWidth, plainWidth <= width { return [asLine] }
    return cellLines.flatMap { cells in
      var wrapping = LineWrapping(width: max(1, width))
      for cell in cells { wrapping.append(cell) }
      return wrapping.finish().map { StyledText($0) }
    }
  }
}

/// Wraps one line of cells into several.
private struct LineWrapping {
  private let width: Int
  private var lines: [[TextCell]] = []
  private var line: [TextCell] = []
  private var lineWidth = 0
  /// The last place where the line can break: the index of the first cell of the next line.
  private var breakPoint: Int?
  /// Whether the line continues another one. Its leading spaces are then left out.
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
      if let last = line.last, last.width == 2 || cell.width == 2, !last.isSpace, !cell.closes {
        breakPoint = line.count
      }
      if lineWidth + cell.width > width { breakLine() }
      add(cell)
    }
  }

  mutating func finish() -> [[TextCell]] {
    // Adds no empty line for a space that was dropped at the end.
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
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
    let tail = Array(line[place...])
    while head.last?.isSpace == true { head.removeLast() }
    lines.append(Array(head))
    line = tail
    lineWidth = tail.reduce(0) { $0 + $1.width }
    breakPoint = nil
    isContinued = true
  }

  private mutating func add(_ cell: TextCell) {
    line.append(cell)
    lineWidth += cell.width
  }
}

extension TextCell {
  /// Whether a line must not begin with the character.
  fileprivate var closes: Bool {
    switch character {
    case "、", "。", "，", "．", "！", "？", "：", "；", "）", "」", "』", "】", "〉", "》", "ー": true
    default: width == 0
    }
  }
}
