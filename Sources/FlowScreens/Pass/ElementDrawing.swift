/// Draws an element as lines of text.
struct ElementDrawing {
  let element: LayoutElement
  private(set) var lines: [StyledText] = []
  private(set) var cursor: Frame.Position?

  private let width: Int
  private let focus: LayoutFocus?
  /// Whether the reader sees the styles.
  private let isStyled: Bool
  /// The column at which a field begins if there is room, so that it is aligned with other fields.
  private let column: Int

  init(_ element: LayoutElement, width: Int, focus: LayoutFocus?, isStyled: Bool, column: Int = 0) {
    self.element = element
    self.width = width
    self.focus = element.isEnabled ? focus : nil
    self.isStyled = isStyled
    self.column = column
    draw()
    drawRemarks()
    if !element.isEnabled { lines = lines.map { $0.styled(.dim) } }
  }

  /// The width of the label of an input or a choice; nil if there is no room for a whole field beside it.
  var labelWidth: Int? {
    switch element.kind {
    case .button, .toggle: return nil
    case .input where element.textKind.lines > 1: return nil
    case .input, .choice:
      let label = label(beside: 0).displayWidth
      return label + InputField.preferredWidth <= width ? label : nil
    }
  }

  /// Returns the element with its field at a column.
  func aligned(at column: Int) -> ElementDrawing {
    ElementDrawing(element, width: width, focus: focus, isStyled: isStyled, column: column)
  }

  /// Returns the columns that the widest line covers.
  func columns(in context: LayoutContext) -> Range<Int> {
    context.prefixWidth..<context.prefixWidth + (lines.map(\.displayWidth).max() ?? 0)
  }

  private mutating func draw() {
    switch element.kind {
    case .button: lines = [bracketed("[ ", name, " ]")]
    case .toggle(let isOn, _): drawToggle(isOn)
    case .choice(let options, let selected, _): drawChoice(options, selected)
    case .input(let text, let placeholder, false, _) where element.textKind.lines > 1: drawLines(text, placeholder)
    case .input(let text, let placeholder, let isHidden, _): drawInput(text, placeholder, isHidden)
    }
  }

  /// Draws the hint and the problems below the element.
  private mutating func drawRemarks() {
    let indentation = width > 20 ? "  " : ""
    for remark in ScreenLayout.remarks(element.hint, element.problems) {
      lines += remark.wrapped(width: width - indentation.count).map { StyledText(indentation) + $0 }
    }
  }

  /// The element's label, or its identifier if the label is empty.
  private var name: String { element.label.isEmpty ? element.id : element.label }

  /// Returns the name of a field, which is bold if the field has the focus.
  private func title(_ end: String) -> StyledText { StyledText(name + end, focus == nil ? [] : [.bold]) }

  /// Returns the label, padded to the column of the fields if a field of the given width fits there.
  private func label(beside field: Int) -> StyledText {
    let label = title(": ").truncated(width: .max)
    guard column + field <= width else { return label }
    return label + StyledText(String(repeating: " ", count: max(0, column - label.displayWidth)))
  }

  /// Returns a text in brackets. If there is too little room, the text is truncated and the brackets stay.
  private func bracketed(_ left: String, _ text: String, _ right: String) -> StyledText {
    let room = width - left.count - right.count
    let inner = StyledText(text).truncated(width: room >= 1 ? room : width)
    return highlighted(room >= 1 ? StyledText(left) + inner + StyledText(right) : inner)
  }

  private func highlighted(_ text: StyledText) -> StyledText {
    focus == nil ? text : text.styled(.inverse)
  }

  private mutating func drawToggle(_ isOn: Bool) {
    let label = StyledText((isOn ? "[x] " : "[ ] ") + name)
    // Truncate the label, not the box.
    lines = [highlighted(label.truncated(width: width))]
  }

  private mutating func drawChoice(_ options: [String], _ selected: Int?) {
    let option = selected.flatMap { options.indices.contains($0) ? options[$0] : nil } ?? "choose"
    let room = StyledText(option).truncated(width: .max).displayWidth + 2
    let label = label(beside: room)
    if label.displayWidth + room <= width {
      lines = [label + bracketed("‹", option, "›")]
    } else {
      lines = [title(":").truncated(width: width), bracketed("‹", option, "›")]
    }
  }

  /// Draws an input of several lines below its label, with at least as many lines as it is said to have.
  private mutating func drawLines(_ text: String, _ placeholder: String) {
    lines = [title(":").truncated(width: width)]
    // Browsers send CR LF, which is one character. Compares bytes, because comparing characters with many combining marks
    // takes long.
    let parts = text.split(omittingEmptySubsequences: false) { character in
      character.utf8.first == UInt8(ascii: "\n") || character.utf8.first == UInt8(ascii: "\r")
    }
    var before = 0
    for (index, part) in parts.enumerated() {
      let cursor = focus.map { $0.cursor - before }
      let isHere = cursor.map { $0 >= 0 && ($0 <= part.count || index == parts.count - 1) } ?? false
      let field = InputField(
        text: String(part), placeholder: parts.count == 1 ? placeholder : "", room: width,
        cursor: isHere ? cursor : nil, isStyled: isStyled)
      if let column = field.cursorColumn { self.cursor = Frame.Position(row: lines.count, column: column) }
      lines.append(field.line)
      before += part.count + 1
    }
    let empty = InputField(text: "", placeholder: "", room: width, cursor: nil, isStyled: isStyled).line
    lines += Array(repeating: empty, count: max(0, min(element.textKind.lines, 100) - parts.count))
  }

  private mutating func drawInput(_ text: String, _ placeholder: String, _ isHidden: Bool) {
    let label = label(beside: InputField.preferredWidth)
    let isBeside = label.displayWidth + InputField.usefulWidth <= width
    let room = isBeside ? width - label.displayWidth : width
    let field = InputField(
      text: isHidden ? String(repeating: "•", count: text.count) : text, placeholder: placeholder, room: room,
      cursor: focus?.cursor, isStyled: isStyled)
    if isBeside {
      lines = [label + field.line]
    } else {
      lines = [title(":").truncated(width: width), field.line]
    }
    cursor = field.cursorColumn.map {
      Frame.Position(row: lines.count - 1, column: (isBeside ? label.displayWidth : 0) + $0)
    }
  }
}
