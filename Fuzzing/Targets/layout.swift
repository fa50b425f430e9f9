// Modules: FlowState FlowScreens

import FlowScreens

/// Makes a layout of the bytes and draws it at two widths. No line may be wider, and everything must be where the frame says.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var maker = LayoutMaker(choices: Choices(ArraySlice(UnsafeBufferPointer(start: start, count: count))))
  let widths = [maker.choices.number(below: 12), Int(maker.choices.byte())]
  let cursor = maker.choices.number(below: 30)
  let focused = maker.choices.number(below: 6)
  let layout = maker.layout(depth: 0)
  let elements = layout.elements
  for width in widths {
    let focus = elements.indices.contains(focused) ? LayoutFocus(elements[focused].id, cursor: cursor) : nil
    let frame = layout.laidOut(width: width, focus: focus, isStyled: width.isMultiple(of: 2))
    let columns = max(1, width)
    for line in frame.lines {
      precondition(line.displayWidth <= columns, "No line is wider than the width.")
      precondition(line.text.printable == line.text, "What is drawn is printable.")
    }
    precondition(frame.elements.map(\.id) == elements.map(\.id), "The elements are placed in their order.")
    for element in frame.elements {
      precondition(!element.rows.isEmpty && element.rows.upperBound <= frame.lines.count, "The rows are in the frame.")
      precondition(element.columns.lowerBound >= 0 && element.columns.upperBound <= columns, "So are the columns.")
    }
    if let cursor = frame.cursor {
      precondition(frame.lines.indices.contains(cursor.row), "The cursor stands on a line.")
      precondition((0..<columns).contains(cursor.column), "The cursor stands in the width.")
    }
  }
  return 0
}

private struct LayoutMaker {
  var choices: Choices
  private var made = 0

  init(choices: Choices) {
    self.choices = choices
  }

  mutating func layout(depth: Int) -> ScreenLayout {
    guard choices.areLeft, depth < 20 else { return .nothing }
    switch choices.number(below: 12) {
    case 0, 1, 2: return .text(text())
    case 3, 4: return .element(element())
    case 5, 6: return .column(layouts(depth), spacing: choices.number(below: 4) - 1)
    case 7, 8: return .row(layouts(depth), spacing: choices.number(below: 5) - 1)
    case 9: return .indented(layout(depth: depth + 1), by: choices.number(below: 20) - 2)
    case 10: return .framed(layout(depth: depth + 1), title: text())
    default:
      guard choices.number(below: 2) == 0 else { return .bar(fraction: fraction()) }
      let inner = layout(depth: depth + 1)
      return .deferred { inner }
    }
  }

  private mutating func fraction() -> Double {
    switch choices.byte() {
    case 255: .nan
    case 254: .infinity
    case let byte: (Double(byte) - 20) / 200
    }
  }

  private mutating func layouts(_ depth: Int) -> [ScreenLayout] {
    (0..<choices.number(below: 6)).map { _ in layout(depth: depth + 1) }
  }

  private mutating func text() -> StyledText {
    let styles = TextStyle.allCases
    var text = StyledText(choices.text(), choices.one(of: styles))
    if choices.number(below: 3) == 0 { text.append(StyledText(choices.text(), choices.one(of: styles))) }
    text.isOnOneLine = choices.number(below: 4) == 0
    return text
  }

  private mutating func element() -> LayoutElement {
    made += 1
    let (id, isDisabled) = ("\(made)", choices.number(below: 4) == 0)
    switch choices.number(below: 5) {
    case 0: return .button(id, label: choices.text()) {}.disabled(isDisabled)
    case 1, 2:
      return .input(
        id, label: choices.text(), text: choices.text(), placeholder: choices.text(),
        isHidden: choices.number(below: 4) == 0
      ) { _ in }.disabled(isDisabled)
    case 3:
      return .toggle(id, label: choices.text(), isOn: choices.number(below: 2) == 0) { _ in }.disabled(isDisabled)
    default:
      let options = (0..<choices.number(below: 5)).map { _ in choices.text() }
      let selected = choices.number(below: 7) - 1
      return .choice(
        id, label: choices.text(), options: options, selected: selected < 0 ? nil : selected
      ) { _ in }.disabled(isDisabled)
    }
  }
}
