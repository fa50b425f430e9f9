import FlowForms
import FlowScreens
import Foundation

/// The names of the inputs of a screen's form, beside those of its elements.
enum ScreenField {
  /// The button that was pressed: the name of an element or a command, or one of ``Press``.
  static let press = "flow-press"
  /// The number of the shown screen, which a press changes.
  static let number = "flow-screen"
  /// Present if the script sends what is being typed, and no button was pressed: a random text, or nothing.
  static let isLive = "flow-live"
}

/// A posted form of a screen.
struct PostedScreen: Sendable {
  /// The button that a person has pressed.
  enum Press: Sendable, Hashable {
    /// The button of an element.
    case element(Int)
    /// The button of a command.
    case command(Int)
    /// The button that takes the run back.
    case back
    /// The button that takes what was entered, and does nothing else.
    case update
    /// No button: the script sends what is being typed.
    case live
  }

  let press: Press
  /// The random text by which the script recognizes that its form was taken; nil if there is none.
  let mark: String?
  /// The number of the screen that the person saw.
  let number: Int
  /// The entered texts, by the places of the elements. Of several texts, the last one counts.
  private(set) var entries: [Int: String] = [:]
  /// The entered texts that aren't secret, by the keys of the elements.
  private(set) var open: [String: String] = [:]
  /// The arguments of the commands, by their places.
  private(set) var arguments: [Int: String] = [:]

  /// Reads the fields of a form.
  ///
  /// - Throws: ``PageFault/malformed`` if the form isn't one of a screen.
  init(_ fields: PostedFields) throws(PageFault) {
    guard let number = fields[ScreenField.number].flatMap({ Int($0) }) else { throw .malformed }
    self.number = number
    if let text = fields[ScreenField.isLive] {
      press = .live
      mark = (1...32).contains(text.utf8.count) ? text : nil
    } else {
      mark = nil
      let text = fields.pairs.last { $0.0.utf8.elementsEqual(ScreenField.press.utf8) }?.1 ?? ""
      guard text.utf8.count <= 16, let press = Self.press(text) else { throw .malformed }
      self.press = press
    }
    for (name, text) in fields.pairs {
      let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0].utf8.count <= 16 else { continue }
      if let place = Self.place(parts[0], "c") { arguments[place] = text }
      guard let place = Self.place(parts[0], "e") ?? Self.place(parts[0], "h") else { continue }
      entries[place] = text
      if parts[0].first == "e", parts.count == 2 { open[String(parts[1])] = text }
    }
  }

  /// Returns the name of an element's input: its kind, its place, and its key.
  static func name(of element: LayoutElement, at place: Int) -> String {
    let kind = if case .input(_, _, true, _) = element.kind { "h" } else { "e" }
    return "\(kind)\(place)-\(key(of: element, at: place))"
  }

  /// Returns the key of an element's entries: its identifier on the page and, because an entry is the place of an option, a
  /// digest of the options.
  static func key(of element: LayoutElement, at place: Int) -> String {
    let id = ElementMarkup.id(of: element, at: place)
    guard case .choice(let options, _, _) = element.kind else { return id }
    return "\(id)-\(FormFile.digest(of: Data(options.joined(separator: "\n").utf8)).prefix(12))"
  }

  private static func press(_ text: String) -> Press? {
    switch text {
    case "": .update
    case "back": .back
    default: place(text, "e").map { .element($0) } ?? place(text, "c").map { .command($0) }
    }
  }

  private static func place(_ name: some StringProtocol, _ kind: Character) -> Int? {
    guard name.first == kind, let place = Int(name.dropFirst()), place >= 0 else { return nil }
    return place
  }
}

extension LayoutElement {
  /// Returns the text that a posted form enters; nil if the form has nothing for the element, or what it has already.
  func entered(_ text: String?) -> String? {
    guard isOffered, let text else { return nil }
    switch kind {
    case .button: return nil
    case .input(let old, _, let isHidden, _):
      let text = textKind.lines > 1 ? Self.lines(text) : Self.line(text)
      // A page doesn't show a password again, so an empty input keeps it.
      return text.utf8.elementsEqual(old.utf8) || isHidden && text.isEmpty ? nil : text
    case .toggle(let isOn, _): return (text == "on") == isOn ? nil : text == "on" ? "on" : "off"
    case .choice(let options, let selected, _):
      guard let index = Int(text), options.indices.contains(index), index != selected else { return nil }
      return String(index)
    }
  }

  /// Enters a text that ``entered(_:)`` has returned for an element of the same kind.
  func enter(_ text: String) {
    guard isOffered else { return }
    switch kind {
    case .button: break
    case .input(_, _, _, let change): change(text)
    case .toggle(_, let set): set(text == "on")
    case .choice(let options, _, let select):
      if let index = Int(text), options.indices.contains(index) { select(index) }
    }
  }

  /// Whether another element takes the same entries.
  func takesEntries(of other: LayoutElement) -> Bool {
    switch (kind, other.kind) {
    case (.input, .input), (.toggle, .toggle): true
    case (.choice(let options, _, _), .choice(let others, _, _)): options.elementsEqual(others) { $0.isSame(as: $1) }
    default: false
    }
  }

  /// Returns a text without characters that can't be typed into one line.
  private static func line(_ text: String) -> String { typed(text) { _ in false } }

  /// Returns a text of several lines with the line breaks of Swift. Browsers send those of HTTP.
  private static func lines(_ text: String) -> String { typed(text) { $0 == "\n" || $0 == "\t" } }

  private static func typed(_ text: String, _ isAllowed: (Unicode.Scalar) -> Bool) -> String {
    var typed = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control || isAllowed(scalar) {
      typed.append(scalar)
    }
    return String(typed)
  }
}

extension String {
  /// Whether two texts have the same bytes.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
