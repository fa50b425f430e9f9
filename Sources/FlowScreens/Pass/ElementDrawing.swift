/// Draws an element as lines of text.
struct ElementDrawing {
  let element: LayoutElement
  private(set) var lines: [StyledText] = []
  private(set) var cursor: Frame.Position?

  private let width: Int
  private let focus: LayoutFocus?

  init(_ element: LayoutElement, width: Int, focus: LayoutFocus?) {
    self.element = element
    self.width = width
    self.focus = element.isEnabled ? focus : nil
    draw()
    if !element.isEnabled { lines = lines.map { $0.styled(.dim) } }
  }

  private mutating func draw() {
    switch element.kind {
    case .button: lines = [bracketed("[ ", name, " ]")]
    case .toggle(let isOn, _): drawToggle(isOn)
    case .choice(let options, let selected, _): drawChoice(options, selected)
    case .input(let text, let placeholder, let isHidden, _): drawInput(text, placeholder, isHidden)
    }
  }

  /// The element's label, or its identifier if the label is empty.
  private var name: String { element.label.isEmpty ? element.id : element.label }

  /// A text in brackets. If there is too little room, the text is truncated and the brackets stay.
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
    // Truncates the label, not the box.
    lines = [highlighted(label.truncated(width: width))]
  }

  private mutating func drawChoice(_ options: [String], _ selected: Int?) {
    let option = selected.flatMap { options.indices.contains($0) ? options[$0] : nil } ?? "choose"
    let label = StyledText(name + ": ").truncated(width: .max)
    let value = StyledText(option).truncated(width: .max)
    if label.displayWidth + value.displayWidth + 2 <= width {
      lines = [label + bracketed("‹", option, "›")]
    } else {
      lines = [StyledText(name + ":").truncated(width: width), bracketed("‹", option, "›")]
    }
  }

  private mutating func drawInput(_ text: String, _ placeholder: String, _ isHidden: Bool) {
    let label = StyledText(name + ": ").truncated(width: .max)
    let isBeside = label.displayWidth + InputField.usefulWidth <= width
    let room = isBeside ? width - label.displayWidth : width
    let field = InputField(
      text: isHidden ? String(repeating: "•", count: text.count) : text, placeholder: placeholder, room: room,
      cursor: focus?.cursor)
    if isBeside {
      lines = [label + field.line]
    } else {
      lines = [StyledText(name + ":").truncated(width: width), field.line]
    }
    cursor = field.cursorColumn.map {
      Frame.Position(row: lines.count - 1, column: (isBeside ? label.displayWidth : 0) + $0)
    }
  }
}
