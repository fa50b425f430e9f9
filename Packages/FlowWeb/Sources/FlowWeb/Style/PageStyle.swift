public import FlowMarkup

/// Makes HTML of pages. Every method has a default, so that a style of your own changes what it wants to.
///
/// ```swift
/// struct ShopStyle: PageStyle {
///   func head(_ page: JourneyPage) -> Markup { "<link rel=\"stylesheet\" href=\"/shop.css\">" }
///   func top(_ page: JourneyPage) -> Markup { "<header><a href=\"/\">The shop</a></header>" }
/// }
/// ```
///
/// The pages have a strict content security policy: styles and scripts come from files of the same site.
public protocol PageStyle: Sendable {
  /// Returns the whole document.
  ///
  /// - Parameter page: The page.
  /// - Returns: The document.
  func document(_ page: JourneyPage) -> Markup

  /// Returns the style sheets and scripts of the document's head.
  ///
  /// - Parameter page: The page.
  /// - Returns: The elements.
  func head(_ page: JourneyPage) -> Markup

  /// Returns the part of the document above its content.
  ///
  /// - Parameter page: The page.
  /// - Returns: The element.
  func top(_ page: JourneyPage) -> Markup

  /// Returns the part of the document below its content.
  ///
  /// - Parameter page: The page.
  /// - Returns: The element.
  func bottom(_ page: JourneyPage) -> Markup

  /// Returns the content of the page, without the element `main`.
  ///
  /// - Parameter page: The page.
  /// - Returns: The content.
  func main(_ page: JourneyPage) -> Markup

  /// Returns a form with its fields and its button.
  ///
  /// - Parameters:
  ///   - form: The form. Its hidden inputs must be part of the markup.
  ///   - page: The page.
  /// - Returns: The form.
  func form(_ form: JourneyPage.Form, on page: JourneyPage) -> Markup

  /// Returns a field with its label, its hint, and its problems.
  ///
  /// - Parameter field: The field.
  /// - Returns: The field.
  func field(_ field: JourneyPage.Field) -> Markup
}

/// The style of pages whose program names none: plain, light or dark, for narrow and wide windows.
///
/// ```swift
/// let pages = Pages(signUp, worker: worker, at: "/sign-up").styled(by: DefaultPageStyle())
/// ```
public struct DefaultPageStyle: PageStyle {
  /// Creates the style.
  public init() {}
}

extension PageStyle {
  /// Returns the document of the default style.
  ///
  /// - Parameter page: The page.
  /// - Returns: The document.
  public func document(_ page: JourneyPage) -> Markup {
    let refresh: Markup? = page.refresh.map { seconds in
      // Scripts look more often, and don't load the page again while nothing changes.
      "<noscript><meta http-equiv=\"refresh\" content=\"\(seconds)\"></noscript>\n"
    }
    let back: Markup? = page.back.map {
      "<nav aria-label=\"\($0.label)\"><a class=\"back\" href=\"\($0.address)\">\($0.label)</a></nav>\n"
    }
    return """
      <!doctype html>
      <html lang="\(page.language)" dir="\(page.direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <title>\(page.windowTitle)</title>
      \(refresh)\(head(page))
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      \(top(page))
      <div class="page">
      \(back)<main id="main" data-kind="\(page.kind.rawValue)">
      \(main(page))
      </main>
      </div>
      \(bottom(page))
      </body>
      </html>

      """
  }

  /// Returns the style sheet and the script of the default style.
  ///
  /// - Parameter page: The page.
  /// - Returns: The elements.
  public func head(_ page: JourneyPage) -> Markup {
    """
    <link rel="stylesheet" href="\(page.assets)/\(Assets.styleName)">
    <script src="\(page.assets)/\(Assets.scriptName)" defer></script>
    """
  }

  /// Returns the name of the service as a link to its start.
  ///
  /// - Parameter page: The page.
  /// - Returns: The element.
  public func top(_ page: JourneyPage) -> Markup {
    "<header class=\"top\"><a href=\"\(page.start)\">\(.said(page.service))</a></header>"
  }

  /// Returns nothing.
  ///
  /// - Parameter page: The page.
  /// - Returns: No markup.
  public func bottom(_ page: JourneyPage) -> Markup { "" }

  /// Returns the content of the default style: problems, title, sentences, answers, screen, form, and links.
  ///
  /// - Parameter page: The page.
  /// - Returns: The content.
  public func main(_ page: JourneyPage) -> Markup {
    let isLive = page.kind == .working || page.kind == .waiting || page.kind == .parked
    let sentences = page.sentences.map { sentence -> Markup in "<p>\(.said(sentence))</p>\n" }
    let status: Markup = isLive ? "<div role=\"status\" data-look>\(sentences)</div>" : "\(sentences)"
    let working: Markup? = page.kind == .working ? "<div class=\"bar\" aria-hidden=\"true\"><i></i></div>\n" : nil
    let rows: Markup? = page.rows.isEmpty ? nil : summary(page.rows)
    let form = page.form.map { self.form($0, on: page) }
    let links = page.links.enumerated().map { index, link -> Markup in
      let kind: Markup? = index == 0 && page.form == nil ? " class=\"button\"" : nil
      return "<p><a\(kind) href=\"\(link.address)\">\(link.label)</a></p>\n"
    }
    let resume: Markup? = page.resume.map { "<p class=\"leave\"><a href=\"\($0.address)\">\($0.label)</a></p>\n" }
    let leave: Markup? = page.leave.map { "<p class=\"leave\"><a href=\"\($0.address)\">\($0.label)</a></p>\n" }
    return """
      \(problems(page))<h1>\(.said(page.title))</h1>
      \(status)\(working)\(rows)\(page.content)\(form)\(links)\(resume)\(leave)
      """
  }

  /// Returns the form of the default style.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - page: The page.
  /// - Returns: The form.
  public func form(_ form: JourneyPage.Form, on page: JourneyPage) -> Markup {
    let encoding: Markup? = form.hasFile ? " enctype=\"multipart/form-data\"" : nil
    let hidden = form.hidden.map { hidden -> Markup in
      "<input type=\"hidden\" name=\"\(hidden.name)\" value=\"\(hidden.value)\">\n"
    }
    let kind: Markup = form.isDangerous ? "button danger" : "button"
    return """
      <form method="post" action="\(form.address)"\(encoding) novalidate>
      \(hidden)\(form.fields.map(field))<p><button class="\(kind)">\(form.button)</button></p>
      </form>

      """
  }

  /// Returns the field of the default style.
  ///
  /// - Parameter field: The field.
  /// - Returns: The field.
  public func field(_ field: JourneyPage.Field) -> Markup { FieldMarkup(field).element }

  private func problems(_ page: JourneyPage) -> Markup? {
    guard !page.problems.isEmpty else { return nil }
    let items = page.problems.map { problem -> Markup in
      if let id = problem.id {
        "<li><a href=\"#\(id)\">\(.said(problem.sentence))</a></li>\n"
      } else {
        "<li>\(.said(problem.sentence))</li>\n"
      }
    }
    return """
      <div class="problems" id="problems" role="alert" aria-labelledby="problems-title" tabindex="-1">
      <h2 id="problems-title">There is a problem</h2>
      <ul>
      \(items)</ul>
      </div>

      """
  }

  private func summary(_ rows: [JourneyPage.Row]) -> Markup {
    let items = rows.map { row -> Markup in
      let lines = row.value.map { line -> Markup in "<div>\(.said(line))</div>" }
      let change: Markup? = row.change.map { address in
        "<dd class=\"change\"><a href=\"\(address)\">Change<span class=\"unseen\"> \(row.label)</span></a></dd>"
      }
      return "<div class=\"row\"><dt>\(.said(row.label))</dt><dd>\(lines)</dd>\(change)</div>\n"
    }
    return "<dl class=\"summary\">\n\(items)</dl>\n"
  }
}
