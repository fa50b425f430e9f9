import FlowForms
import FlowMarkup

/// A field of the default style as HTML.
struct FieldMarkup {
  private let field: JourneyPage.Field
  private let outline: FormOutline.Field
  private let id: String
  private let name: String

  init(_ field: JourneyPage.Field) {
    self.field = field
    outline = field.outline
    id = field.id
    name = field.outline.name
  }

  /// The field with its label, its hint, its problems, and its inputs.
  var element: Markup {
    let kind: Markup = field.problems.isEmpty ? "field" : "field wrong"
    return switch outline.kind {
    case .choice(let options) where options.count > 10:
      "<div class=\"\(kind)\">\(label)\(notes)\(selection(options))</div>\n"
    case .choice(let options):
      // A radio button can't be unchosen.
      group(kind, boxes((outline.isRequired ? [] : [.init("", "None")]) + options, type: "radio"))
    case .choices(let options, _, _): group(kind, boxes(options, type: "checkbox"))
    case .date: group(kind, dateParts)
    case .toggle: "<div class=\"\(kind)\">\(hint)\(problems)\(toggle)</div>\n"
    default: "<div class=\"\(kind)\">\(label)\(notes)\(input)</div>\n"
    }
  }

  // MARK: Texts beside inputs

  private var title: Markup { "\(.said(outline.label))\(outline.isRequired ? nil : " (optional)" as Markup?)" }
  private var label: Markup { "<label for=\"\(id)\">\(title)\(unit)</label>\n" }

  /// The currency, which is seen beside the input, for those who hear the label.
  private var unit: Markup? {
    if case .money(let currency, _, _) = outline.kind { "<span class=\"unseen\">, in \(currency)</span>" } else { nil }
  }

  private var notes: Markup { "\(hint)\(problems)" }

  private var hint: Markup? {
    outline.hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\(.said($0))</p>\n" }
  }

  private var problems: Markup? {
    guard !field.problems.isEmpty else { return nil }
    let sentences = field.problems.map { sentence -> Markup in
      "<span><span class=\"unseen\">Error: </span>\(.said(sentence))</span>"
    }
    return "<p class=\"problem\" id=\"\(id)-problem\">\(sentences)</p>\n"
  }

  /// The attributes that connect an input with its hint and its problems.
  private var described: Markup {
    let ids = [outline.hint == nil ? nil : "\(id)-hint", field.problems.isEmpty ? nil : "\(id)-problem"]
    let names = ids.compactMap { $0 }.joined(separator: " ")
    let description: Markup? = names.isEmpty ? nil : " aria-describedby=\"\(names)\""
    let invalid: Markup? = field.problems.isEmpty ? nil : " aria-invalid=\"true\""
    return "\(description)\(invalid)"
  }

  private var autocomplete: Markup? { outline.autocomplete.map { " autocomplete=\"\($0.rawValue)\"" } }

  private func group(_ kind: Markup, _ inputs: Markup) -> Markup {
    """
    <fieldset class="\(kind)"\(described)>
    <legend>\(title)</legend>
    \(notes)\(inputs)</fieldset>

    """
  }

  // MARK: Inputs

  private var input: Markup {
    let text = outline.isPrivate ? "" : field.entry.text(name)
    switch outline.kind {
    case .text(let lines) where lines > 1:
      // A line break after the tag isn't part of the text.
      return
        "<textarea id=\"\(id)\" name=\"\(name)\" rows=\"\(lines)\"\(autocomplete)\(described)>\n\(text)</textarea>\n"
    case .file(let types, _):
      let accept: Markup? = types.isEmpty ? nil : " accept=\"\(types.joined(separator: ","))\""
      return "\(keptFile)<input type=\"file\" id=\"\(id)\" name=\"\(name)\"\(accept)\(described)>\n"
    case .money(let currency, _, _):
      return """
        <span class="money"><span aria-hidden="true">\(currency)</span>\
        <input type="text" inputmode="decimal" id="\(id)" name="\(name)" value="\(text)"\(described)></span>

        """
    default:
      return """
        <input \(type) id="\(id)" name="\(name)" value="\(text)"\(autocomplete)\(described)>

        """
    }
  }

  /// The file of an earlier answer, which an empty input keeps.
  private var keptFile: Markup? {
    guard case .file(let file)? = field.entry[name] else { return nil }
    let kept: Markup = "<p class=\"hint\">Kept: \(.said(file.name))</p>\n"
    if outline.isRequired { return kept }
    let isRemoved = field.entry.texts(FormName.removed).contains { $0.utf8.elementsEqual(name.utf8) }
    return """
      \(kept)<div class="option"><input type="checkbox" id="\(id)-removed" name="\(FormName.removed)" value="\(name)"\
      \(isRemoved ? " checked" as Markup? : nil)><label for="\(id)-removed">Remove \(.said(file.name))</label></div>

      """
  }

  private var type: Markup {
    switch outline.kind {
    case .email: "type=\"email\" spellcheck=\"false\""
    case .phone: "type=\"tel\""
    case .password: "type=\"password\" spellcheck=\"false\""
    case .number(true, _, _): "type=\"text\" class=\"short\" inputmode=\"numeric\""
    case .number: "type=\"text\" class=\"short\" inputmode=\"decimal\""
    default: "type=\"text\""
    }
  }

  private func boxes(_ options: [FormOutline.Option], type: Markup) -> Markup {
    let chosen = field.entry.texts(name)
    let boxes = options.enumerated().map { index, option -> Markup in
      let own: Markup = index == 0 ? "\(id)" : "\(id)-\(index)"
      let isChosen = option.value.isEmpty ? chosen.isEmpty : chosen.contains(option.value)
      let checked: Markup? = isChosen ? " checked" : nil
      return """
        <div class="option"><input type="\(type)" id="\(own)" name="\(name)" value="\(option.value)"\(checked)>\
        <label for="\(own)">\(.said(option.label))</label></div>

        """
    }
    return "\(boxes)"
  }

  private func selection(_ options: [FormOutline.Option]) -> Markup {
    let chosen = field.entry.text(name)
    let items = options.map { option -> Markup in
      "<option value=\"\(option.value)\"\(option.value == chosen ? " selected" as Markup? : nil)>\(option.label)</option>\n"
    }
    return """
      <select id="\(id)" name="\(name)"\(autocomplete)\(described)>
      <option value=""></option>
      \(items)</select>

      """
  }

  private var toggle: Markup {
    let isOn = ["yes", "on", "true"].contains(field.entry.text(name).lowercased())
    return """
      <div class="option"><input type="checkbox" id="\(id)" name="\(name)" value="yes"\(isOn ? " checked" as Markup? : nil)\
      \(described)><label for="\(id)">\(.said(outline.label))</label></div>

      """
  }

  private var dateParts: Markup {
    let (year, month, day) = field.entry.dateParts(name)
    let isBirthday = outline.autocomplete == .birthday
    let parts = [
      ("day", "Day", day, id), ("month", "Month", month, "\(id)-month"), ("year", "Year", year, "\(id)-year"),
    ]
    let inputs = parts.map { part, label, text, id -> Markup in
      let fill: Markup? = isBirthday ? " autocomplete=\"bday-\(part)\"" : nil
      let size: Markup = part == "year" ? "four" : "two"
      return """
        <div><label for="\(id)">\(label)</label><input type="text" inputmode="numeric" class="\(size)" id="\(id)" \
        name="\(name)-\(part)" value="\(text)"\(fill)></div>

        """
    }
    return "<div class=\"date\">\(inputs)</div>\n"
  }
}
