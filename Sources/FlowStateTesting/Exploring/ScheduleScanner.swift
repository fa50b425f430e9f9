/// Reads the text of a schedule choice by choice, and writes its names in a form that it can read.
struct ScheduleScanner {
  private var rest: Substring.UnicodeScalarView
  private var number = 0

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
  }

  mutating func scan() throws(ScheduleTextError) -> [FlowSchedule.Choice] {
    var choices: [FlowSchedule.Choice] = []
    skip { $0.properties.isWhitespace }
    while !rest.isEmpty {
      number += 1
      choices.append(try choice())
      skip { $0.properties.isWhitespace && !$0.endsLine }
      guard let separator = rest.first else { break }
      guard separator == "," || separator.endsLine else { throw error("a comma") }
      rest.removeFirst()
      skip { $0.properties.isWhitespace }
    }
    return choices
  }

  private mutating func choice() throws(ScheduleTextError) -> FlowSchedule.Choice {
    let start = rest
    let isQuoted = rest.first == "\""
    let name = try name()
    guard rest.first == "#" else {
      switch name {
      case "deliver" where !isQuoted: return .deliver
      case "timer" where !isQuoted: return .timer
      case "cancel" where !isQuoted: return .cancel
      default:
        rest = start
        throw error("deliver, timer, cancel or an event such as Download#1")
      }
    }
    rest.removeFirst()
    let occurrence = try occurrence()
    guard rest.first == ":" else { return .event(name, occurrence) }
    rest.removeFirst()
    skip { $0.properties.isWhitespace && !$0.endsLine }
    return .event(name, occurrence, way: try self.name())
  }

  private mutating func occurrence() throws(ScheduleTextError) -> Int {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let occurrence = Int(String(digits)), occurrence > 0 else { throw error("a number from 1 after '#'") }
    rest.removeFirst(digits.count)
    return occurrence
  }

  private mutating func name() throws(ScheduleTextError) -> String {
    guard rest.first == "\"" else {
      let plain = rest.prefix(while: \.isPlain)
      guard !plain.isEmpty else { throw error("a name") }
      rest.removeFirst(plain.count)
      return String(plain)
    }
    let start = rest
    rest.removeFirst()
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(name) }
      if scalar == "\\" { name.append(try escaped()) } else { name.append(scalar) }
    }
    rest = start
    throw error("a closing quotation mark")
  }

  /// Reads the rest of an escape sequence: a quotation mark, a backslash, or the number of a scalar, as in `\u{a}`.
  private mutating func escaped() throws(ScheduleTextError) -> Unicode.Scalar {
    if let scalar = rest.first, scalar == "\"" || scalar == "\\" {
      rest.removeFirst()
      return scalar
    }
    let start = rest
    if rest.starts(with: ["u", "{"]) {
      rest.removeFirst(2)
      let digits = rest.prefix { $0 != "}" }
      if digits.count < rest.count, let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) {
        rest.removeFirst(digits.count + 1)
        return scalar
      }
    }
    rest = start
    throw error("a quotation mark, a backslash or u{…} after a backslash")
  }

  private mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
    rest = rest.drop(while: isSkipped)
  }

  /// Returns an error that quotes the rest of the choice.
  private func error(_ expected: String) -> ScheduleTextError {
    ScheduleTextError(
      choice: number, expected: expected, found: String(rest.prefix { $0 != "," && !$0.endsLine }.prefix(40)))
  }

  /// Returns a name as a schedule writes it.
  static func written(_ name: String) -> String {
    if !name.isEmpty, name.unicodeScalars.allSatisfy(\.isPlain) { return name }
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.endsLine || scalar.value < 0x20: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool { Character(self).isNewline }

  /// A Boolean value that indicates whether a name with this scalar needs no quotation marks.
  fileprivate var isPlain: Bool {
    !properties.isWhitespace && value >= 0x20 && ![",", "#", ":", "\"", "\\"].contains(self)
  }
}
