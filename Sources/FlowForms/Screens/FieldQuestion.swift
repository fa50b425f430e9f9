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
  func prompt(_ entry: FormEntry) -> String {
    var text = field.label.inSentence
    switch field.kind {
    case .toggle: text += " (yes, no)"
    case .choice(let options): text += " (\(words(options).list))"
    case .choices(let options, _, _): text += " (any of \(words(options).list))"
    default: if !field.isRequired { text += " (optional)" }
    }
    let old = field.isPrivate ? "" : current(entry)
    return text + (old.isEmpty ? "" : " [\(old.inSentence)]") + (text.hasSuffix("?") ? " " : ": ")
  }

  /// Reads a line. An empty line keeps what was entered before, and a hyphen removes it.
  func answer(_ line: String, _ entry: FormEntry) -> Result<FormEntry.Answer?, Refusal> {
    let text = line.trimmedSpaces
    let isOption =
      switch field.kind {
      case .toggle, .choice, .choices: true
      default: false
      }
    if text.isEmpty, !field.isPrivate { return .success(entry[field.name]) }
    if text == "-", !field.isRequired, !field.isPrivate { return .success(nil) }
    guard isOption else { return .success(.text(line)) }
    switch field.kind {
    case .toggle: return choose(text, [.init("yes"), .init("no")]).map { .text($0) }
    case .choice(let options): return choose(text, options).map { .text($0) }
    case .choices(let options, _, _):
      var chosen: [String] = []
      // No person chooses more often than there are options.
      for part in text.split(separator: ",", maxSplits: options.count) {
        switch choose(String(part).trimmedSpaces, options) {
        case .success(let value): chosen.append(value)
        case .failure(let refusal): return .failure(refusal)
        }
      }
      return .success(.texts(chosen))
    default: return .success(.text(line))
    }
  }

  /// Returns the value of the option that a text names by its label, the beginning of its label, its value, or its number.
  private func choose(_ text: String, _ options: [FormOutline.Option]) -> Result<String, Refusal> {
    let words = words(options)
    if case .one(let index) = words.match(text) { return .success(options[index].value) }
    if let option = options.first(where: { $0.value.isExactly(text) }) { return .success(option.value) }
    if let number = Int(text), options.indices.contains(number - 1) { return .success(options[number - 1].value) }
    return .failure(Refusal(sentence: words.refusal(of: text)))
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
  static func isOn(_ text: String) -> Bool {
    text.utf8.count <= 4 && ["yes", "on", "true"].contains(text.lowercased())
  }
}
