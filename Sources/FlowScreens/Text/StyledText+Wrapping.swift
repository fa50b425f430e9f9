extension StyledText {
  /// The text in lines that are no wider than a width.
  ///
  /// Lines break between words, and between East Asian letters; a word that is wider than a line breaks where the line ends.
  /// Spaces at a break are left out. A character that is wider than the width gives way to `…`. Line breaks of the text
  /// are kept, and everything is ``Swift/String/printable``.
  ///
  /// ```swift
  /// StyledText("one two three").wrapped(width: 8).map(\.text)  // ["one two", "three"]
  /// ```
  ///
  /// May be used on any thread.
  ///
  /// - Parameter width: The columns of a line; below 1 is taken as 1.
  /// - Returns: The lines; one empty line for an empty text.
  public func wrapped(width: Int) -> [StyledText] {
    if let plainWidth, plainWidth <= width { return [asLine] }
    return cellLines.flatMap { cells in
      var wrapping = LineWrapping(width: max(1, width))
      for cell in cells { wrapping.append(cell) }
      return wrapping.finish().map { StyledText($0) }
    }
  }
}

/// Breaks one line of cells into several.
private struct LineWrapping {
  private let width: Int
  private var lines: [[TextCell]] = []
  private var line: [TextCell] = []
  private var lineWidth = 0
  /// Where the line may be broken: what goes to the next line begins here.
  private var breakPoint: Int?
  /// Whether the line begins where another was broken, so that spaces are left out.
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
    // A space that was dropped at the very end leaves nothing to show on a line of its own.
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
  /// Whether no line begins with the character.
  fileprivate var closes: Bool {
    switch character {
    case "、", "。", "，", "．", "！", "？", "：", "；", "）", "」", "』", "】", "〉", "》", "ー": true
    default: width == 0
    }
  }
}
