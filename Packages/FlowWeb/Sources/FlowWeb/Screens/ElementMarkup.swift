import FlowMarkup
import FlowScreens

/// The hint and the problems of an element or a group.
struct ElementNotes {
  let id: String
  let hint: String
  let problems: [String]

  var markup: Markup {
    let hint: Markup? = hint.isEmpty ? nil : "<p class=\"hint\" id=\"\(id)-hint\">\(.said(hint))</p>\n"
    let sentences = problems.map { sentence -> Markup in
      "<span><span class=\"unseen\">Error: </span>\(.said(sentence))</span>"
    }
    let problem: Markup? = problems.isEmpty ? nil : "<p class=\"problem\" id=\"\(id)-problem\">\(sentences)</p>\n"
    return "\(hint)\(problem)"
  }

  /// The attributes that connect an input with the notes.
  var attributes: Markup {
    let ids = [hint.isEmpty ? nil : "\(id)-hint", problems.isEmpty ? nil : "\(id)-problem"]
    let names = ids.compactMap { $0 }.joined(separator: " ")
    let description: Markup? = names.isEmpty ? nil : " aria-describedby=\"\(names)\""
    let invalid: Markup? = problems.isEmpty ? nil : " aria-invalid=\"true\""
    return "\(description)\(invalid)"
  }
}

/// An element of a screen as HTML.
///
/// An input that isn't disabled is posted, also a toggle that is off, so that an input that wasn't offered is left alone.
struct ElementMarkup {
  private let element: LayoutElement
  private let place: Int
  private let name: String
  private let id: String
  private let draft: String?
  private let notes: ElementNotes

  init(_ element: LayoutElement, at place: Int, draft: [String: String]) {
    self.element = element
    self.place = place
    id = Self.id(of: element, at: place)
    self.draft = draft.isEmpty ? nil : draft[PostedScreen.key(of: element, at: place)]
    name = PostedScreen.name(of: element, at: place)
    var hint = element.hint
    if case .input(let text, let placeholder, let isHidden, _) = element.kind {
      let more =
        isHidden && !text.isEmpty
        ? "What you entered is kept." : placeholder == "optional" || element.textKind == .path ? "" : placeholder
      hint = [hint, more, element.textKind == .path ? "A file can't be given here." : ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    notes = ElementNotes(id: id, hint: hint, problems: element.problems)
  }

  /// Returns the identifier that an element has on a page. It stays the same when other elements come and go.
  static func id(of element: LayoutElement, at place: Int) -> String {
    // The name of an input contains it, and has a limit.
    let other = "s-.\(place)"
    guard element.id.utf8.count <= 64 else { return other }
    var id = "s-"
    for scalar in element.id.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      id += isPlain ? String(scalar) : "-\(scalar.value)-"
    }
    return id.utf8.count <= 200 ? id : other
  }

  var markup: Markup {
    switch element.kind {
    case .button: return button
    case .input(let text, let placeholder, let isHidden, _):
      return box(label(isOptional: placeholder == "optional"), input(text, isHidden: isHidden))
    case .toggle(let isOn, _): return toggle(draft.map { $0 == "on" } ?? isOn)
    case .choice(let options, let selected, _):
      let selected = draft.flatMap { Int($0) } ?? selected
      return options.count > 7
        ? box(label(isOptional: false), selection(options, selected)) : radios(options, selected)
    }
  }

  private var disabled: Markup? { element.isOffered ? nil : " disabled" }
  private var kind: Markup { element.problems.isEmpty ? "field" : "field wrong" }
  private var title: Markup { .said(element.label.isEmpty ? element.id : element.label) }

  private var button: Markup {
    """
    <button class="button plain" id="\(id)" name="\(ScreenField.press)" value="e\(place)"\(notes.attributes)\(disabled)>\(title)</button>
    \(notes.markup)
    """
  }

  private func box(_ label: Markup, _ input: Markup) -> Markup {
    "<div class=\"\(kind)\" id=\"\(id)-box\">\n\(label)\(notes.markup)\(input)</div>\n"
  }

  private func label(isOptional: Bool) -> Markup {
    let optional: Markup? = isOptional ? " (optional)" : nil
    return "<label for=\"\(id)\">\(title)\(optional)</label>\n"
  }

  private func input(_ text: String, isHidden: Bool) -> Markup {
    let fill: Markup? = element.autocomplete.isEmpty ? nil : " autocomplete=\"\(element.autocomplete)\""
    // A password isn't sent back to the browser.
    let text = isHidden ? "" : draft ?? text
    let common: Markup = "id=\"\(id)\" name=\"\(name)\"\(fill)\(notes.attributes)\(disabled)"
    if element.textKind.lines > 1, !isHidden {
      // A line break after the tag isn't part of the text.
      return "<textarea \(common) rows=\"\(min(element.textKind.lines, 40))\">\n\(text)</textarea>\n"
    }
    let type: Markup =
      switch element.textKind {
      case _ where isHidden: "type=\"password\" spellcheck=\"false\""
      case .email: "type=\"email\" spellcheck=\"false\""
      case .phone: "type=\"tel\""
      case .number: "type=\"text\" class=\"short\" inputmode=\"decimal\""
      default: "type=\"text\""
      }
    return "<input \(type) \(common) value=\"\(text)\">\n"
  }

  private func toggle(_ isOn: Bool) -> Markup {
    let off: Markup? = element.isOffered ? "<input type=\"hidden\" name=\"\(name)\" value=\"off\">" : nil
    return """
      <div class="\(kind)" id="\(id)-box">
      \(notes.markup)<div class="option">\(off)<input type="checkbox" id="\(id)" name="\(name)" \
      value="on"\(isOn ? " checked" as Markup? : nil)\(notes.attributes)\(disabled)><label for="\(id)">\(title)</label></div>
      </div>

      """
  }

  private func radios(_ options: [String], _ selected: Int?) -> Markup {
    let boxes = options.enumerated().map { index, option -> Markup in
      let own: Markup = index == 0 ? "\(id)" : "\(id)-\(index)"
      return """
        <div class="option"><input type="radio" id="\(own)" name="\(name)" value="\(index)"\
        \(index == selected ? " checked" as Markup? : nil)\(disabled)><label for="\(own)">\(.said(option))</label></div>

        """
    }
    return """
      <fieldset class="\(kind)" id="\(id)-box"\(notes.attributes)>
      <legend>\(title)</legend>
      \(notes.markup)\(boxes)</fieldset>

      """
  }

  private func selection(_ options: [String], _ selected: Int?) -> Markup {
    let items = options.enumerated().map { index, option -> Markup in
      "<option value=\"\(index)\"\(index == selected ? " selected" as Markup? : nil)>\(option)</option>\n"
    }
    let none: Markup? = selected == nil ? "<option value=\"\"></option>\n" : nil
    return "<select id=\"\(id)\" name=\"\(name)\"\(notes.attributes)\(disabled)>\n\(none)\(items)</select>\n"
  }
}

extension LayoutElement {
  /// Whether a person can use the element in a browser. The path of a file would be one of the server.
  var isOffered: Bool { isEnabled && textKind != .path }
}
