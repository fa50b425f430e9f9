/// Reads the text of a schedule choice by choice, and writes names in the format that it reads.
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
      skipSpaces()
      guard let separator = rest.first else { break }
      guard separator == "," || separator.endsLine else { throw error("a comma") }
      rest.removeFirst()
      skip { $0.properties.isWhitespace }
    }
    return choices
  }

  private mutating func choice() throws(ScheduleTextError) -> FlowSchedule.Choice {
    let act = try act()
    if case .crash = act { return FlowSchedule.Choice(act) }
    let end = rest
    skipSpaces()
    guard end.startIndex < rest.startIndex, rest.starts(with: ["a", "t"]), rest.dropFirst(2).first?.isSpace ?? false
    else {
      rest = end
      return FlowSchedule.Choice(act)
    }
    rest.removeFirst(2)
    skipSpaces()
    let isAtEnd = skipWords("the", "end", "of")
    let step = try name()
    guard rest.first == "#" else { throw error("'#' and the number of a start") }
    let start = try number(after: "#")
    return isAtEnd ? FlowSchedule.Choice(act).atEnd(of: step, start) : FlowSchedule.Choice(act).at(step, start)
  }

  /// Skips words that are followed by white space. Returns false, and skips none, if other text follows, as in
  /// `at the#1`.
  private mutating func skipWords(_ words: String...) -> Bool {
    let start = rest
    for word in words {
      guard rest.starts(with: word.unicodeScalars), rest.dropFirst(word.unicodeScalars.count).first?.isSpace ?? false
      else {
        rest = start
        return false
      }
      rest.removeFirst(word.unicodeScalars.count)
      skipSpaces()
    }
    return true
  }

  private mutating func act() throws(ScheduleTextError) -> FlowSchedule.Choice.Act {
    let start = rest
    let isQuoted = rest.first == "\""
    let name = try name()
    guard rest.first == "#" else {
      switch name {
      case "deliver" where !isQuoted: return .deliver(queue: try numberAfterWord())
      case "timer" where !isQuoted: return .timer(try numberAfterWord())
      case "cancel" where !isQuoted: return .cancel(run: try numberAfterWord())
      case "crash" where !isQuoted: return .crash(try crash(after: start))
      default:
        rest = start
        throw error("deliver, timer, cancel, crash or an event such as Download#1")
      }
    }
    let occurrence = try number(after: "#")
    guard rest.first == ":" else { return .event(name, occurrence, way: nil) }
    rest.removeFirst()
    skipSpaces()
    return .event(name, occurrence, way: try self.name())
  }

  /// Reads the point of a crash, up to the next choice.
  private mutating func crash(after start: Substring.UnicodeScalarView) throws(ScheduleTextError) -> CrashPoint {
    let words = rest.prefix { $0 != "," && !$0.endsLine }
    guard let point = CrashPoint(Substring(words).split { $0.isWhitespace }) else {
      rest = start
      throw error("a crash such as 'crash before 3' or 'crash in 3 at 120 losing 1 2'")
    }
    rest = rest[words.endIndex...]
    return point
  }

  /// Reads the number of a queue, a timer, or a run; 1 if there is none.
  private mutating func numberAfterWord() throws(ScheduleTextError) -> Int {
    let end = rest
    skipSpaces()
    if end.startIndex < rest.startIndex, let digit = rest.first, ("0"..."9").contains(digit) {
      return try number(after: "the word")
    }
    rest = end
    return 1
  }

  private mutating func number(after mark: String) throws(ScheduleTextError) -> Int {
    if rest.first == "#" { rest.removeFirst() }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let number = Int(String(digits)), number > 0 else {
      throw error("a number from 1 after \(mark == "#" ? "'#'" : mark)")
    }
    rest.removeFirst(digits.count)
    return number
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

  private mutating func skipSpaces() {
    skip { $0.isSpace }
  }

  private mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
    rest = rest.drop(while: isSkipped)
  }

  /// Returns an error that quotes the rest of the choice.
  private func error(_ expected: String) -> ScheduleTextError {
    ScheduleTextError(
      choice: number, expected: expected, found: String(rest.prefix { $0 != "," && !$0.endsLine }.prefix(40)))
  }

  /// Returns a name in the format of a schedule.
  static func written(_ name: String) -> String {
    if !name.isEmpty, name.unicodeScalars.allSatisfy(\.isPlain) { return name }
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.isHidden: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool { Character(self).isNewline }

  /// A Boolean value that indicates whether the scalar is white space inside a line.
  fileprivate var isSpace: Bool { properties.isWhitespace && !endsLine }

  /// A Boolean value that indicates whether the scalar ends a line, controls a terminal or changes the direction of
  /// text.
  fileprivate var isHidden: Bool {
    endsLine || properties.generalCategory == .control || properties.isBidiControl
  }

  /// A Boolean value that indicates whether a name with this scalar needs no quotation marks.
  fileprivate var isPlain: Bool {
    !properties.isWhitespace && !isHidden && ![",", "#", ":", "\"", "\\"].contains(self)
  }
}
