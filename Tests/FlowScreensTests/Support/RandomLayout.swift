import FlowScreens

/// Random layouts of all kinds, made from a seed.
struct RandomLayout {
  private var state: UInt64
  private var elements = 0

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  private static let texts = [
    "", "a", "one two three", "李小龍 and 👩‍👩‍👧", "abcdefghijklmnopqrstuvwxyz", "a\nb\n", "\u{1B}[2J", "  x  ", "क्ष कि", "🇨🇭🇨🇭🇨🇭",
    "e\u{301}",
  ]

  mutating func text() -> String { Self.texts[number(below: Self.texts.count)] }

  mutating func layout(depth: Int = 4) -> ScreenLayout {
    switch number(below: depth > 0 ? 15 : 5) {
    case 0: return .nothing
    case 1: return .text(StyledText(text(), .bold) + StyledText(text()))
    case 2: return .bar(fraction: Double(number(below: 101)) / 100)
    case 3, 4: return .element(element())
    case 5: return .column(layouts(depth), spacing: number(below: 3))
    case 6: return .row(layouts(depth), spacing: number(below: 4))
    case 7: return .indented(layout(depth: depth - 1), by: number(below: 5))
    case 8: return .framed(layout(depth: depth - 1), title: StyledText(text()))
    case 9: return .heading(StyledText(text()), level: number(below: 3))
    case 10: return .link(StyledText(text()), url: text())
    case 11: return .list([StyledText(text()), StyledText(text())], isNumbered: number(below: 2) == 0)
    case 12:
      return .table([[StyledText(text()), StyledText(text())], [StyledText(text())]], titles: [StyledText(text())])
    case 13: return .group(layout(depth: depth - 1), legend: StyledText(text()), hint: text(), problems: [text()])
    default:
      let inner = layout(depth: depth - 1)
      return .deferred { inner }
    }
  }

  private mutating func layouts(_ depth: Int) -> [ScreenLayout] {
    var layouts: [ScreenLayout] = []
    for _ in 0..<number(below: 5) { layouts.append(layout(depth: depth - 1)) }
    return layouts
  }

  private mutating func element() -> LayoutElement {
    elements += 1
    let id = "\(elements)"
    let isDisabled = number(below: 4) == 0
    switch number(below: 4) {
    case 0: return .button(id, label: text()) {}.disabled(isDisabled)
    case 1: return .input(id, label: text(), text: text(), placeholder: text()) { _ in }.disabled(isDisabled)
    case 2: return .toggle(id, label: text(), isOn: true) { _ in }.disabled(isDisabled)
    default: return .choice(id, label: text(), options: [text(), text()], selected: 1) { _ in }.disabled(isDisabled)
    }
  }
}
