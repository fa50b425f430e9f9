import FlowMarkup

/// A page with named parts. The server sends a part again when it has changed.
struct Page: Sendable {
  /// A part of a page.
  struct Part: Sendable {
    /// The name of the part, which is its `id`.
    let name: String
    let markup: Markup
    /// Whether the part is sent again when it changes. A form isn't, because the user may be filling it in.
    let isLive: Bool

    /// A short text that changes with the part.
    var version: String { markup.text.shortHash }

    /// The part as an element.
    var element: Markup {
      isLive
        ? "<section id=\"\(name)\" data-version=\"\(version)\">\(markup)</section>\n"
        : "<section id=\"\(name)\">\(markup)</section>\n"
    }
  }

  /// The title of the window.
  let title: String
  /// The entry of the navigation to which the page belongs.
  var place: Place
  private(set) var parts: [Part] = []
  /// A sentence for screen readers that changes with the subject of the page; nil if the page doesn't need one.
  var news: String?

  /// An entry of the navigation.
  enum Place: Sendable {
    case runs, flows, process, none
  }

  init(_ title: String, _ place: Place) {
    self.title = title
    self.place = place
  }

  mutating func add(_ name: String, isLive: Bool = true, _ markup: Markup) {
    parts.append(Part(name: name, markup: markup, isLive: isLive))
  }
}
