import FlowScreens

extension ScreenLayout {
  /// The visible texts and labels, from top to bottom.
  var probedLines: [String] {
    switch self {
    case .nothing: []
    case .text(let text): [text.text]
    case .column(let parts, _), .row(let parts, _): parts.flatMap(\.probedLines)
    case .indented(let layout, _): layout.probedLines
    case .framed(let layout, let title): [title.text] + layout.probedLines
    case .bar(let fraction): ["\(fraction)"]
    case .element(let element): ["<\(element.label)>"]
    case .deferred(let ask): ask().probedLines
    case .cached(let cached): cached.layout.probedLines
    case .heading, .link, .image, .list, .table, .group: laidOut(width: 100).text
    }
  }

  /// The elements that can be used, in order.
  var probedElements: [LayoutElement] {
    switch self {
    case .nothing, .text, .bar, .heading, .link, .image, .list, .table: []
    case .group(let layout, _, _, _): layout.probedElements
    case .column(let parts, _), .row(let parts, _): parts.flatMap(\.probedElements)
    case .indented(let layout, _), .framed(let layout, _): layout.probedElements
    case .element(let element): [element]
    case .deferred(let ask): ask().probedElements
    case .cached(let cached): cached.layout.probedElements
    }
  }

  /// Presses the button with a label.
  func press(_ label: String) {
    for element in probedElements where element.label == label {
      if case .button(let press) = element.kind { return press() }
    }
  }

  /// Types a text into the input with a label.
  func type(_ text: String, into label: String) {
    for element in probedElements where element.label == label {
      if case .input(_, _, _, let change) = element.kind { return change(text) }
    }
  }
}
