import FlowMarkup
import FlowScreens
import Foundation

/// The content of a screen as HTML, and the elements that its form can name.
///
/// A loop writes it instead of recursion, because a layout from untrusted data can be nested deeply or without an end.
struct ScreenContent {
  /// The maximum number of layouts of a page. The rest isn't shown.
  private static let mostLayouts = 20_000
  /// The maximum size of the content in bytes.
  private static let largest = 1 << 20
  /// The maximum number of HTML elements inside each other. Deeper layouts are shown without boxes of their own.
  private static let deepest = 48

  private enum Task {
    case lay(ScreenLayout, depth: Int)
    case close(Markup)
  }

  /// The screen's title; empty if it has none.
  private(set) var title = ""
  /// The content without the title.
  private(set) var markup: Markup = ""
  /// The elements, with unique identifiers. A form names them by their places in the list.
  private(set) var elements: [LayoutElement] = []
  /// Whether a person can enter a text.
  private(set) var hasTexts = false
  /// A value that changes when the meaning of the elements may have changed, and not with each second of a countdown.
  var signature: Int { hasher.finalize() }

  private let images: ImagePlaces
  private let draft: [String: String]
  private var names = ScreenNames()
  private var tasks: [Task]
  private var layouts = 0
  private var groups = 0
  private var hasTitle = false
  private var isCut = false
  private var hasher = Hasher()

  /// Writes a layout.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - images: The places from which the page may load images.
  ///   - draft: What was entered and not taken, by the keys of the elements.
  init(_ layout: ScreenLayout, images: ImagePlaces = ImagePlaces(), draft: [String: String] = [:]) {
    self.images = images
    self.draft = draft
    tasks = [.lay(layout, depth: 0)]
    while let task = tasks.popLast() {
      switch task {
      case .close(let end): markup += end
      case .lay(let layout, let depth): lay(layout, depth)
      }
    }
    if let onlyButton { emphasize(onlyButton) }
  }

  /// The place of the only button that can be pressed, besides Back; nil if there are several.
  var onlyButton: Int? {
    let buttons = elements.indices.filter { place in
      if case .button = elements[place].kind {
        elements[place].isEnabled && elements[place].id != "back"
      } else {
        false
      }
    }
    return buttons.count == 1 ? buttons[0] : nil
  }

  // MARK: Layouts

  private mutating func lay(_ layout: ScreenLayout, _ depth: Int) {
    layouts += 1
    guard layouts <= Self.mostLayouts, markup.text.utf8.count < Self.largest else { return cut() }
    switch layout {
    case .nothing: break
    case .text(let text): if !text.isEmpty { markup += "<p class=\"said\" dir=\"auto\">\(Self.spans(text))</p>\n" }
    case .column(let inner, let spacing): open(spacing > 0 ? "stack gap" : "stack", inner, depth)
    case .row(let inner, _): open("side", inner, depth)
    case .indented(let inner, _): open("inset", [inner], depth)
    case .framed(let inner, let title):
      open("frame", [title.isEmpty ? .nothing : .text(title.styled(.bold)), inner], depth)
    case .bar(let fraction):
      let parts = fraction > 0 ? Int((min(fraction, 1) * 1_000).rounded()) : 0
      markup += "<progress max=\"1000\" value=\"\(parts)\" aria-label=\"Progress\"></progress>\n"
    case .element(let element): write(element)
    case .heading(let text, let level): write(text, level: level)
    case .link(let text, let url): link(text, url)
    case .image(let url, let label): image(url, label)
    case .list(let items, let isNumbered): list(items, isNumbered)
    case .table(let rows, let titles): table(rows, titles)
    case .group(let inner, let legend, let hint, let problems): group(inner, legend, hint, problems, depth)
    case .deferred(let make): tasks.append(.lay(make(), depth: depth))
    case .cached(let cached): tasks.append(.lay(cached.layout, depth: depth))
    }
  }

  private mutating func cut() {
    if !isCut { markup += "<p>… The rest is too long to be shown.</p>\n" }
    isCut = true
    tasks.removeAll { if case .lay = $0 { true } else { false } }
  }

  private mutating func open(_ kind: Markup, _ inner: [ScreenLayout], _ depth: Int) {
    open("<div class=\"\(kind)\">\n", "</div>\n", inner, depth)
  }

  private mutating func open(_ start: Markup, _ end: Markup, _ inner: [ScreenLayout], _ depth: Int) {
    if depth < Self.deepest {
      markup += start
      tasks.append(.close(end))
    }
    tasks.append(contentsOf: inner.reversed().map { .lay($0, depth: depth + 1) })
  }

  private mutating func group(
    _ inner: ScreenLayout, _ legend: StyledText, _ hint: String, _ problems: [String], _ depth: Int
  ) {
    groups += 1
    let notes = ElementNotes(id: "g\(groups)", hint: hint, problems: problems)
    let kind: Markup = problems.isEmpty ? "field" : "field wrong"
    open(
      "<fieldset class=\"\(kind)\"\(notes.attributes)>\n<legend>\(Self.spans(legend))</legend>\n\(notes.markup)",
      "</fieldset>\n", [inner], depth)
  }

  private mutating func write(_ text: StyledText, level: Int) {
    hasher.combine(text.text)
    if level <= 1, !hasTitle {
      hasTitle = true
      title = text.text
    } else {
      let level = min(max(level, 2), 6)
      markup += "<h\(level) dir=\"auto\">\(Self.spans(text))</h\(level)>\n"
    }
  }

  private mutating func link(_ text: StyledText, _ url: String) {
    let words = text.isEmpty ? StyledText(url) : text
    if let address = SafeAddress.link(url) {
      markup += "<p class=\"said\"><a href=\"\(address)\" rel=\"noopener noreferrer\">\(Self.spans(words))</a></p>\n"
    } else {
      markup += "<p class=\"said\" dir=\"auto\">\(Self.spans(words))</p>\n"
    }
  }

  private mutating func image(_ url: String?, _ label: String) {
    if let address = url.flatMap(images.image) {
      markup += "<p><img src=\"\(address)\" alt=\"\(label)\" loading=\"lazy\"></p>\n"
    } else if !label.isEmpty {
      markup += "<p class=\"said hint\" dir=\"auto\">\(label)</p>\n"
    }
  }

  private mutating func list(_ items: [StyledText], _ isNumbered: Bool) {
    guard !items.isEmpty else { return }
    let kind: Markup = isNumbered ? "ol" : "ul"
    let items = items.prefix(Self.mostLayouts).map { item -> Markup in "<li dir=\"auto\">\(Self.spans(item))</li>\n" }
    layouts += items.count
    markup += "<\(kind)>\n\(items)</\(kind)>\n"
  }

  private mutating func table(_ rows: [[StyledText]], _ titles: [StyledText]) {
    let titles = titles.map { title -> Markup in "<th scope=\"col\" dir=\"auto\">\(Self.spans(title))</th>" }
    let head: Markup? = titles.isEmpty ? nil : "<thead><tr>\(titles)</tr></thead>\n"
    var body: Markup = ""
    for row in rows where layouts <= Self.mostLayouts {
      layouts += 1 + row.count
      let cells = row.map { cell -> Markup in "<td dir=\"auto\">\(Self.spans(cell))</td>" }
      body += "<tr>\(cells)</tr>\n"
    }
    groups += 1
    // The keyboard can move a table that is wider than the window.
    markup += """
      <div class="wide" role="region" aria-label="Table \(groups)" tabindex="0"><table>
      \(head)<tbody>
      \(body)</tbody></table></div>

      """
  }

  private mutating func write(_ element: LayoutElement) {
    let element = names.unique(element)
    hasher.combine(element.id)
    hasher.combine(element.label)
    switch element.kind {
    case .button: hasher.combine(0)
    case .input:
      hasher.combine(1)
      hasTexts = hasTexts || element.isEnabled
    case .toggle: hasher.combine(2)
    case .choice(let options, _, _): hasher.combine(options)
    }
    let place = elements.count
    elements.append(element)
    markup += ElementMarkup(element, at: place, draft: draft).markup
  }

  /// Makes a button look like the main one. Only the end of the walk shows that it is.
  private mutating func emphasize(_ place: Int) {
    let id = "id=\"\(ElementMarkup.id(of: elements[place], at: place))\""
    let text = markup.text
    guard let found = text.firstRange(of: "class=\"button plain\" \(id)") else { return }
    markup = Markup(trusted: text.replacingCharacters(in: found, with: "class=\"button\" \(id)"))
  }

  // MARK: Texts

  /// Returns a text with its styles.
  static func spans(_ text: StyledText) -> Markup {
    let spans = text.spans.map { span -> Markup in
      var markup: Markup = "\(span.text)"
      for (style, tag) in tags where span.styles.contains(style) {
        markup = "<\(Markup(trusted: tag.0))>\(markup)</\(Markup(trusted: tag.1))>"
      }
      return markup
    }
    return "\(spans)"
  }

  private static let tags: [(TextStyle, (String, String))] = [
    (.bold, ("b", "b")), (.underlined, ("u", "u")), (.dim, ("span class=\"dim\"", "span")),
    (.inverse, ("mark", "mark")),
    (.red, ("span class=\"red\"", "span")), (.green, ("span class=\"green\"", "span")),
    (.yellow, ("span class=\"yellow\"", "span")), (.cyan, ("span class=\"cyan\"", "span")),
  ]
}
