import FlowMarkup

/// The layout that all pages share.
struct PageLayout: Sendable {
  /// The name of the store, or of another subject.
  let subject: String
  let hasStore: Bool
  let hasProcess: Bool
  let isReadOnly: Bool

  /// The layout for clients without access.
  static let closed = PageLayout(subject: "", hasStore: false, hasProcess: false, isReadOnly: false)

  /// Returns a complete document.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - notice: The outcome of an action.
  ///   - path: The path and the query of the page, if it follows the store.
  /// - Returns: The document.
  func document(_ page: Page, notice: Markup? = nil, following path: String? = nil) -> Markup {
    let following: Markup? = path.map { path in " data-follow=\"/changes?of=\(path.percentEncoded)\"" }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <title>\(page.title) · Flow console</title>
      <link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
      <link rel="stylesheet" href="/assets/picture.css">
      <link rel="stylesheet" href="/assets/console.css">
      <script src="/assets/console.js" defer></script>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top">
      <div class="bar">
      <a class="brand" href="/"><svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22"><path d="M6 5h6a4 4 0 0 1 \
      4 4v1M16 14v1a4 4 0 0 1-4 4H6"/><circle cx="5" cy="5" r="2.4"/><circle cx="16" cy="12" r="2.4"/>\
      <circle cx="5" cy="19" r="2.4"/></svg><span>Flow console</span></a>
      <nav aria-label="Pages">\(navigation(page.place))</nav>
      <p class="subject">\(isReadOnly ? "<span class=\"lock\">Read only</span>" : nil)<span class="store">\(.said(subject))</span>\
      \(path == nil ? nil : "<span class=\"live\" id=\"live\" hidden>Live</span>")</p>
      </div>
      </header>
      <div id="lost" class="lost" role="alert" hidden></div>
      <main id="main"\(following)>
      \(notice.map { "<div class=\"notice\" role=\"status\">\($0)</div>" })
      \(page.parts.map(\.element))
      </main>
      <p id="news" class="unseen" role="status" aria-live="polite"></p>
      </body>
      </html>

      """
  }

  private func navigation(_ place: Page.Place) -> Markup {
    var links: Markup = ""
    func add(_ title: Markup, _ path: String, _ of: Page.Place) {
      let current: Markup? = place == of ? " aria-current=\"page\"" : nil
      links += "<a href=\"\(path)\"\(current)>\(title)</a>"
    }
    if hasStore {
      add("Runs", "/runs", .runs)
      add("Flows", "/flows", .flows)
    }
    if hasProcess { add("This process", "/process", .process) }
    return links
  }
}
