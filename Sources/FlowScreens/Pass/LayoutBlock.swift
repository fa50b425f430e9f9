/// The lines drawn so far, with their elements.
struct LayoutBlock {
  private(set) var lines: [StyledText] = []
  private(set) var elements: [Frame.PlacedElement] = []
  private(set) var cursor: Frame.Position?
  private(set) var width = 0
  /// Empty lines to add before the next line, if there is one.
  private var gap: (lines: Int, context: LayoutContext)?
  /// The inputs and choices, whose fields can be aligned.
  private var fields = FieldColumns()

  var frame: Frame { Frame(lines: lines, elements: elements, cursor: cursor) }

  /// Adds a line.
  mutating func add(_ line: StyledText, in context: LayoutContext) {
    if let (count, context) = gap {
      gap = nil
      let line = whole("", in: context)
      width = max(width, context.suffix.isEmpty ? line.displayWidth : context.coveredWidth)
      lines.append(contentsOf: repeatElement(line, count: count))
    }
    place(line, in: context)
  }

  /// Adds a block that is already drawn, such as the layouts of a row.
  mutating func add(_ block: LayoutBlock, in context: LayoutContext) {
    guard !block.lines.isEmpty else { return }
    add(block.lines[0], in: context)
    let row = lines.count - 1
    if context.prefix.isEmpty, context.suffix.isEmpty {
      lines.append(contentsOf: block.lines.dropFirst())
      width = max(width, block.width)
    } else {
      for line in block.lines.dropFirst() { place(line, in: context) }
    }
    adopt(block, row: row, column: context.prefixWidth)
  }

  /// Adds the elements and the cursor of a block whose lines begin at the given row and column.
  mutating func adopt(_ block: LayoutBlock, row: Int, column: Int) {
    for var element in block.elements {
      element.rows = element.rows.lowerBound + row..<element.rows.upperBound + row
      element.columns = element.columns.lowerBound + column..<element.columns.upperBound + column
      elements.append(element)
    }
    adopt(block.cursor, row: row, column: column)
  }

  private mutating func adopt(_ place: Frame.Position?, row: Int, column: Int) {
    if let place { cursor = Frame.Position(row: place.row + row, column: place.column + column) }
  }

  /// Adds the lines of an element. The element covers all its rows, and the columns of its widest line.
  mutating func add(_ drawing: ElementDrawing, in context: LayoutContext) {
    guard let first = drawing.lines.first else { return }
    add(first, in: context)
    let row = lines.count - 1
    for line in drawing.lines.dropFirst() { place(line, in: context) }
    elements.append(
      Frame.PlacedElement(
        id: drawing.element.id, label: drawing.element.label, state: drawing.element.state,
        textKind: drawing.element.textKind, rows: row..<lines.count,
        columns: drawing.columns(in: context), isEnabled: drawing.element.isEnabled))
    adopt(drawing.cursor, row: row, column: context.prefixWidth)
    fields.add(drawing, row: row, element: elements.count - 1, in: context)
  }

  /// Aligns the fields that are below one another. Call it when the block is complete.
  mutating func alignFields() {
    for field in fields.takeAligned() {
      lines[field.row] = whole(field.drawing.lines[0], in: field.context)
      width = max(width, lines[field.row].displayWidth)
      elements[field.element].columns = field.drawing.columns(in: field.context)
      adopt(field.drawing.cursor, row: field.row, column: field.context.prefixWidth)
    }
  }

  /// The number of empty lines that are requested.
  var requestedLines: Int { gap?.lines ?? 0 }

  /// Requests empty lines before the next line, if any lines were drawn since `line`.
  mutating func separate(by count: Int, since line: Int, in context: LayoutContext) {
    if count > 0, lines.count > line { gap = (count, context) }
  }

  /// Drops the requested empty lines, if no line followed.
  mutating func endSeparation(since line: Int) {
    if lines.count > line { gap = nil }
  }

  private mutating func place(_ line: StyledText, in context: LayoutContext) {
    let full = whole(line, in: context)
    // The sides of frames aren't ASCII, so measuring each whole line would take several times as long.
    let covered =
      context.suffix.isEmpty
      ? full.displayWidth : context.coveredWidth + max(0, line.displayWidth - context.width)
    width = max(width, covered)
    lines.append(full)
  }

  /// Returns a line with the text before and after it.
  private func whole(_ line: StyledText, in context: LayoutContext) -> StyledText {
    var full = context.prefix
    if line.isEmpty, context.suffix.isEmpty, full.text.allSatisfy({ $0 == " " }) { full = StyledText() }
    full.append(line)
    if !context.suffix.isEmpty {
      full.append(String(repeating: " ", count: max(0, context.width - line.displayWidth)))
      full.append(context.suffix)
    }
    return full
  }
}
