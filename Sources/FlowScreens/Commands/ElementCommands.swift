/// The commands that use the elements of a layout: `press`, `type`, `set`, and `choose`.
///
/// The beginning of an identifier or an option is sufficient if no other one begins with it.
package struct ElementCommands {
  private let elements: [LayoutElement]

  package init(_ layout: ScreenLayout) {
    elements = layout.elements
  }

  package var commands: [ScreenCommand] {
    [
      command("press", "ID", "presses a button", \.isButton) { element, _ in
        guard case .button(let press) = element.kind else { return .done }
        press()
        return .done
      },
      command("type", "ID TEXT", "replaces the text of an input", \.isInput) { element, text in
        guard case .input(_, _, _, let change) = element.kind else { return .done }
        change(text)
        return .done
      },
      command("set", "ID on|off", "switches something on or off", \.isToggle) { element, text in
        guard case .toggle(_, let set) = element.kind else { return .done }
        let words = WordList(["on", "off"])
        guard case .one(let index) = words.match(text) else { return .refused(words.refusal(of: text)) }
        set(index == 0)
        return .done
      },
      command("choose", "ID OPTION", "chooses an option, by its name or number", \.isChoice) { element, text in
        guard case .choice(let options, _, let select) = element.kind else { return .done }
        return choose(text, among: options, select)
      },
    ]
  }

  private func command(
    _ name: String, _ argument: String, _ help: String, _ fits: (LayoutElement) -> Bool,
    _ use: @escaping (LayoutElement, String) -> ScreenReply
  ) -> ScreenCommand {
    let fitting = elements.filter(fits)
    let usable = fitting.filter(\.isEnabled)
    var command = ScreenCommand(name, argument: argument, help: help, isPossible: !usable.isEmpty) { text in
      let ids = WordList(usable.map(\.id))
      let list = "Now you can \(name): \(ids.list)."
      if text.isEmpty { return .refused("'\(name)' needs \(argument). \(list)") }
      if let (element, rest) = Self.element(named: text, among: fitting) {
        guard element.isEnabled else { return .refused("'\(element.id.inSentence)' cannot be used now. \(list)") }
        return use(element, rest)
      }
      let word = Self.word(text)
      if case .several(let indices) = ids.match(word) { return .refused(ids.ambiguity(of: word, indices)) }
      return .refused("There is no '\(word.inSentence)' to \(name). \(list)")
    }
    command.masked = { text in
      let found = Self.element(named: text, among: fitting)
      // A name that no element has can be a misspelt one.
      let word = found?.element.id ?? Self.word(text)
      let rest = found?.rest ?? String(Substring(text.utf8.dropFirst(word.utf8.count))).trimmedSpaces
      guard !rest.isEmpty, (found.map { [$0.element] } ?? fitting).contains(where: \.isHidden) else { return nil }
      return "\(word.printable) \(rest.asDots)"
    }
    return command
  }

  /// Returns the element that a text begins with, by its identifier or the beginning of it, and the rest of the text.
  private static func element(
    named text: String, among elements: [LayoutElement]
  ) -> (element: LayoutElement, rest: String)? {
    if let found = element(namedIn: text, among: elements) { return (found.element, String(found.rest).trimmedSpaces) }
    let usable = elements.filter(\.isEnabled)
    let word = word(text)
    guard case .one(let index) = WordList(usable.map(\.id)).match(word) else { return nil }
    return (usable[index], String(Substring(text.utf8.dropFirst(word.utf8.count))).trimmedSpaces)
  }

  /// Returns the text up to its first space. Splits bytes, because comparing characters with many combining marks takes
  /// long.
  private static func word(_ text: String) -> String {
    String(Substring(text.utf8.prefix { $0 != UInt8(ascii: " ") }))
  }

  /// Returns the element whose identifier begins the text, with the rest of the text. The longest identifier wins,
  /// because identifiers can contain spaces.
  private static func element(
    namedIn text: String, among elements: [LayoutElement]
  ) -> (element: LayoutElement, rest: Substring)? {
    var found: (element: LayoutElement, rest: Substring)?
    for element in elements {
      guard let rest = rest(of: text, after: element.id), found.map({ rest.utf8.count < $0.rest.utf8.count }) ?? true
      else { continue }
      found = (element, rest)
    }
    return found
  }

  /// Returns the text after an identifier that is followed by a space or the end; nil if the text begins differently.
  ///
  /// Compares canonical forms only of short texts, because this takes quadratic time for a long sequence of combining
  /// marks.
  private static func rest(of text: String, after id: String) -> Substring? {
    if text.utf8.starts(with: id.utf8) {
      let rest = Substring(text.utf8.dropFirst(id.utf8.count))
      return rest.isEmpty || rest.utf8.first == UInt8(ascii: " ") ? rest : nil
    }
    let head = text.prefix(id.count)
    guard id.utf8.count <= 256, head.utf8.count <= 256, head == id else { return nil }
    let rest = text.dropFirst(id.count)
    return rest.isEmpty || rest.first == " " ? rest : nil
  }

  private func choose(_ text: String, among options: [String], _ select: (Int) -> Void) -> ScreenReply {
    let words = WordList(options)
    let match = words.match(text)
    let numbered = Int(text).flatMap { $0 > 0 && $0 <= options.count ? $0 - 1 : nil }
    // A number can also be the beginning of an option.
    if case .one(let index) = match, numbered == nil || options[index].lowercased() == text.lowercased() {
      select(index)
    } else if let numbered {
      select(numbered)
    } else {
      return .refused(words.refusal(of: text))
    }
    return .done
  }
}

extension LayoutElement {
  fileprivate var isButton: Bool { if case .button = kind { true } else { false } }
  fileprivate var isInput: Bool { if case .input = kind { true } else { false } }
  fileprivate var isHidden: Bool { if case .input(_, _, true, _) = kind { true } else { false } }
  fileprivate var isToggle: Bool { if case .toggle = kind { true } else { false } }
  fileprivate var isChoice: Bool { if case .choice = kind { true } else { false } }
}
