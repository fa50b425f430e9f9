extension ScreenLayout {
  /// The layout that draws a heading, a link, an image, or a group with simpler layouts; other layouts are themselves.
  ///
  /// The elements of both are the same, at one level more.
  var plain: ScreenLayout {
    switch self {
    case .heading(let text, let level):
      .text(level > 1 ? text.styled(.bold) : text.styled(.bold).styled(.underlined))
    case .link(let text, let url):
      .text(text.styled(.underlined) + (url.isEmpty ? "" : StyledText(" <\(url)>", .dim)))
    case .image(_, let label): label.isEmpty ? .nothing : .text(StyledText("(image: \(label))", .dim))
    case .group(let layout, let legend, let hint, let problems):
      .column([
        legend.isEmpty ? .nothing : .text(legend.styled(.bold)),
        .indented(.column([layout] + Self.remarks(hint, problems).map { .text($0) })),
      ])
    default: self
    }
  }

  /// Returns the hint and the problems of an element as texts, without empty ones.
  static func remarks(_ hint: String, _ problems: [String]) -> [StyledText] {
    ([StyledText(hint, .dim)] + problems.map { StyledText($0, .red) }).filter { !$0.isEmpty }
  }
}
