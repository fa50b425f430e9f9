import FlowScreens

/// A field as a question whose answer is a line.
struct FieldQuestion {
  /// A line that isn't an answer.
  struct Refusal: Error {
    let sentence: String
  }

  let field: FormOutline.Field

  init(_ field: FormOutline.Field) {
    self.field = field
  }

  /// Returns the text before the answer: the label, the possible answers, and what was entered before.
  ///
  /// The mark of a question comes behind the possible answers, as in `Is it a gift (yes, no)?`.
  func prompt(_ entry: FormEntry) -> String {
    var text = field.label.printable
    let isQuestion = isOfOptions && text.hasSuffix("?")
    if isQuestion { text.removeLast() }
    switch field.kind {
    case .toggle: text += " (yes, no)"
    case .choice(let options): text += " (\(words(options).list))"
    case .choices(let options, _, _): text += " (any of \(words(options).list))"
    default: if !field.isRequired { text += " (optional)" }
    }
    let old = field.isPrivate ? "" : current(entry)
    let end = isQuestion ? "? " : text.hasSuffix("?") ? " " : ": "
    return text + (old.isEmpty ? "" : " [\(old.inSentence)]") + end
  }

  /// Whether the answers are options.
  private var isOfOptions: Bool {
    switch field.kind {
    case .toggle, .choice, .choices: true
    default: false
    }
  }

  /// Reads a line. An empty line keeps what was entered before, and a hyphen removes it.
  func answer(_ line: String, _ entry: FormEntry) -> Result<FormEntry.Answer?, Refusal> {
    let text = line.trimmedSpaces
    if text.isEmpty, !field.isPrivate { return .success(entry[field.name]) }
    if text == "-", !field.isRequired, !field.isPrivate { return .success(nil) }
    // The name of a file that is kept is shown, and isn't a path.
    if case .file(let file)? = entry[field.name], file.name.isExactly(text) { return .success(.file(file)) }
    guard isOfOptions else { return .success(.text(line)) }
    switch field.kind {
    case .toggle:
      if let isOn = Self.toggled(text) { return .success(.text(isOn ? "yes" : "no")) }
      return choose(text, [.init("yes"), .init("no")]).map { .text($0) }
    case .choice(let options): return choose(text, options).map { .text($0) }
    case .choices(let options, _, _): return chooseAll(text, options).map { .texts($0) }
    default: return .success(.text(line))
    }
  }

  /// Returns the values of the options that a text names, separated by commas. The label of one option can have commas, too.
  private func chooseAll(_ text: String, _ options: [FormOutline.Option]) -> Result<[String], Refusal> {
    let words = words(options)
    if let value = whole(text, options, words.match(text)) { return .success([value]) }
    var chosen: [String] = []
    // No person chooses more often than there are options.
    for part in text.split(separator: ",", maxSplits: options.count) {
      switch choose(String(part).trimmedSpaces, options) {
      case .success(let value): chosen.append(value)
      case .failure(let refusal):
        guard case .one(let index) = words.match(text) else { return .failure(refusal) }
        return .success([options[index].value])
      }
    }
    return .success(chosen)
  }

  /// Returns the value of the option that a text names by its label, its value, its number, or the beginning of its label.
  private func choose(_ text: String, _ options: [FormOutline.Option]) -> Result<String, Refusal> {
    let words = words(options)
    let match = words.match(text)
    // The beginning of one label can be the value or the number of another option.
    if let value = whole(text, options, match) { return .success(value) }
    if let number = Int(text), number > 0, options.indices.contains(number - 1) {
      return .success(options[number - 1].value)
    }
    if case .one(let index) = match { return .success(options[index].value) }
    return .failure(Refusal(sentence: words.refusal(of: text)))
  }

  /// Returns the value of the option that has a text as its label or its value; nil if no option has.
  private func whole(_ text: String, _ options: [FormOutline.Option], _ match: WordList.Match) -> String? {
    if case .one(let index) = match, options[index].label.isWhole(text) { return options[index].value }
    return options.first { $0.value.isExactly(text) }?.value
  }

  private func words(_ options: [FormOutline.Option]) -> WordList { WordList(options.map(\.label)) }

  /// The answer before, as a person would enter it.
  private func current(_ entry: FormEntry) -> String {
    switch field.kind {
    case .choice(let options): label(of: entry.text(field.name), options)
    case .choices(let options, _, _): entry.texts(field.name).map { label(of: $0, options) }.joined(separator: ", ")
    case .toggle: Self.isOn(entry.text(field.name)) ? "yes" : "no"
    default: entry.text(field.name)
    }
  }

  private func label(of value: String, _ options: [FormOutline.Option]) -> String {
    options.first { $0.value.isExactly(value) }?.label ?? value
  }

  /// Whether the text of a switch is that of one that is on.
  static func isOn(_ text: String) -> Bool { toggled(text) == true }

  /// Returns whether the text of a switch says that it is on; nil if it says nothing.
  static func toggled(_ text: String) -> Bool? {
    switch text.utf8.count > 5 ? "" : text.lowercased() {
    case "yes", "on", "true": true
    case "no", "off", "false": false
    default: nil
    }
  }
}

extension String {
  /// Whether a text that names this one is all of it.
  fileprivate func isWhole(_ text: String) -> Bool {
    // Only texts of about one length are compared, because comparing many accents takes long.
    isExactly(text) || (utf8.count <= 256 && text.utf8.count <= 256 && lowercased() == text.lowercased())
  }
}
