/// A page: parts that the server sends again when they have changed, each under a name.
struct Page: Sendable {
  /// A part of a page.
  struct Part: Sendable {
    /// The name of the part: its `id`.
    let name: String
    let markup: Markup
    /// Whether the part is sent again when it changes. A form isn't, because the user may be filling it in.
    let isLive: Bool

    /// A short text that changes with the part.
    var version: String {
      // FNV-1a.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in markup.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return String(hash, radix: 36)
    }

    /// The part as an element.
    var element: Markup {
      isLive
        ? "<section id=\"\(name)\" data-version=\"\(version)\">\(markup)</section>\n"
        : "<section id=\"\(name)\">\(markup)</section>\n"
    }
  }

  /// The title of the window.
  let title: String
  /// The entry of the navigation that the page belongs to.
  var place: Place
  private(set) var parts: [Part] = []
  /// A sentence for screen readers that changes with what the page is about; nil if nothing does.
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
