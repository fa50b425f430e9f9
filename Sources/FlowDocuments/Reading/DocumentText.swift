import FlowJSON

/// The meanings of a document's texts.
enum DocumentText {
  /// Whether a text is a name that expressions can read: letters, digits and `_`, with a letter first.
  static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first), bytes.count <= DocumentLimits.name else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      && !["true", "false", "null"].contains(text)
  }

  /// Whether a text is the name of a flow, a variant, a registered step, or a message.
  static func isTitle(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first), bytes.count <= DocumentLimits.name else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "_-. ".utf8.contains($0) }
  }

  /// Whether a text is the tag of a language, such as `de-AT`, as far as its form shows.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, 2...3 ~= first.utf8.count, first.utf8.allSatisfy(isLetter), parts.count <= 4 else {
      return false
    }
    return parts.dropFirst().allSatisfy { part in
      1...8 ~= part.utf8.count && part.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  /// The words that a route can lead to, which aren't ids.
  static let targets = ["next", "back", "end"]
  /// The words after which a route can be taken.
  static let endings = ["late", "failed", "timeout"]

  /// The forms of a condition, in words.
  static let condition =
    "\"late\", \"failed\", \"timeout\", or an expression, such as \"@{eq(step.field, 'value')}\""

  /// Whether a text can be the condition of a route, as far as its ends show.
  static func isCondition(_ text: String) -> Bool {
    endings.contains(text) || (text.utf8.starts(with: "@{".utf8) && text.utf8.last == UInt8(ascii: "}"))
  }

  static let durationUnits: [(suffix: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// Returns the duration that a text such as `10s` stands for; nil if it is none, or not above zero.
  static func duration(_ text: String) -> Duration? {
    let digits = text.utf8.prefix(while: isDigit)
    guard 1...6 ~= digits.count, let number = Int64(String(Substring(digits))), number > 0 else { return nil }
    let suffix = String(text.dropFirst(digits.count))
    return durationUnits.first { $0.suffix == suffix }.map { .milliseconds(number * $0.milliseconds) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  /// Returns texts as a list of strings, such as `"a", "b" or "c"`. A long list has only its first ones.
  static func list(_ texts: some Collection<String>, _ word: String = "or") -> String {
    let shown = texts.prefix(8).map { JSONValue.string($0.brief).jsonText }
    if texts.count > shown.count { return shown.joined(separator: ", ") + " \(word) \(texts.count - shown.count) more" }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "none" }
    return shown.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// Returns a text in quotation marks, shortened.
  static func quoted(_ text: String) -> String { JSONValue.string(text.brief).jsonText }
}
