import FlowJSON
import FlowScreens
import Nimbus

extension ScreenLayout {
  /// The texts and elements of the layout, one on each line, at any width.
  var shown: [String] {
    switch self {
    case .nothing: []
    case .text(let text): [text.text]
    case .column(let layouts, _), .row(let layouts, _): layouts.flatMap(\.shown)
    case .indented(let layout, let distance): layout.shown.map { String(repeating: " ", count: distance) + $0 }
    case .framed(let layout, let title): ["[\(title.text)]"] + layout.shown
    case .bar(let fraction): ["bar \(fraction)"]
    case .element(let element): [element.shown] + element.problems.map { "  " + $0 }
    case .deferred(let layout): layout().shown
    case .cached(let cached): cached.layout.shown
    case .heading, .link, .image, .list, .table, .group: laidOut(width: 100).text
    }
  }

  /// The first element of the layout.
  var element: LayoutElement? {
    switch self {
    case .element(let element): element
    case .column(let layouts, _), .row(let layouts, _): layouts.lazy.compactMap(\.element).first
    case .indented(let layout, _), .framed(let layout, _): layout.element
    case .deferred(let layout): layout().element
    case .cached(let cached): cached.layout.element
    case .group(let layout, _, _, _): layout.element
    case .nothing, .text, .bar, .heading, .link, .image, .list, .table: nil
    }
  }
}

extension LayoutElement {
  fileprivate var shown: String {
    let kind =
      switch self.kind {
      case .button: "button"
      case .input(let text, let placeholder, let isHidden, _):
        "input \(text)|\(placeholder)\(isHidden ? "|hidden" : "")"
      case .toggle(let isOn, _): "toggle \(isOn)"
      case .choice(let options, let selected, _):
        "choice \(options.joined(separator: ",")) \(selected.map { "\($0)" } ?? "none")"
      }
    return "\(id) \(label): \(kind)\(isEnabled ? "" : " (off)")"
  }
}

/// Draws nodes of two kinds: texts by their property `text`, everything else by its children.
func drawNode(_ node: ServerDrivenNode) -> ScreenLayout {
  if let text = try? NimbusDecoder.decode(TextComponent.self, from: node), !text.text.isEmpty {
    return text.render(ComponentContext(id: node.id))
  }
  return .column(node.children.map(drawNode))
}

/// Makes a node of a component called `text`.
func textNode(_ id: String, _ text: String) -> ServerDrivenNode {
  ServerDrivenNode(id: id, component: "text", properties: .json(["text": .string(text)]))
}
