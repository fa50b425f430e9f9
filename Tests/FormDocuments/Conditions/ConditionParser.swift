/// Reads the text of a condition.
struct ConditionParser {
  private enum Token: Equatable {
    case number(Double)
    case text(String)
    case name(String)
    case mark(String)
    case end
  }

  private var tokens: [Token] = []
  private var place = 0
  private var depth = 0
  /// The nesting that the grammar reads, far above that of any form.
  private static let maximumDepth = 100

  private init(_ text: String) throws(ConditionProblem) {
    var characters = Array(text)[...]
    while let first = characters.first {
      if first.isWhitespace {
        characters.removeFirst()
      } else if first == "/", characters.dropFirst().first == "*" {
        characters.removeFirst(2)
        while !characters.isEmpty, !characters.starts(with: "*/") { characters.removeFirst() }
        characters = characters.dropFirst(2)
      } else if first.isASCIIDigit || (first == "." && characters.dropFirst().first?.isASCIIDigit == true) {
        tokens.append(.number(try Self.number(&characters)))
      } else if first == "'" || first == "\"" {
        tokens.append(.text(try Self.text(&characters)))
      } else if first.isLetter || first == "_" {
        let word = String(characters.prefix { $0.isLetter || $0.isASCIIDigit || $0 == "_" })
        characters.removeFirst(word.count)
        tokens.append(["and", "or", "in", "not", "length"].contains(word) ? .mark(word) : .name(word))
      } else {
        guard let mark = Self.marks.first(where: { characters.starts(with: $0) }) else {
          throw ConditionProblem("it has the character '\(first)'")
        }
        characters.removeFirst(mark.count)
        tokens.append(.mark(mark))
      }
    }
    tokens.append(.end)
  }

  private static let marks = [
    "==", "!=", "<=", ">=", "||", "<", ">", "+", "-", "*", "/", "%", "?", ":", ".", "(", ")", "[", "]", ",",
  ]

  /// Reads a condition.
  static func tree(_ text: String) throws(ConditionProblem) -> ConditionTree {
    var parser = try ConditionParser(text)
    let tree = try parser.expression()
    guard parser.tokens[parser.place] == .end else { throw ConditionProblem("more text follows the expression") }
    return tree
  }

  private static func number(_ characters: inout ArraySlice<Character>) throws(ConditionProblem) -> Double {
    var text = ""
    var hasDot = false
    while let next = characters.first, next.isASCIIDigit || (next == "." && !hasDot) {
      hasDot = hasDot || next == "."
      text.append(characters.removeFirst())
    }
    var rest = characters
    if let mark = rest.first, mark == "e" || mark == "E" {
      rest.removeFirst()
      var exponent = "e"
      if let sign = rest.first, sign == "+" || sign == "-" { exponent.append(rest.removeFirst()) }
      let digits = rest.prefix { $0.isASCIIDigit }
      if !digits.isEmpty {
        text += exponent + String(digits)
        characters = rest.dropFirst(digits.count)
      }
    }
    // Swift needs digits on both sides of a point.
    let digits = "0" + text.replacing(".e", with: ".0e")
    guard let number = (digits.hasSuffix(".") ? digits + "0" : digits).finiteNumber else {
      throw ConditionProblem("it has a number that is too large")
    }
    return number
  }

  private static func text(_ characters: inout ArraySlice<Character>) throws(ConditionProblem) -> String {
    let quote = characters.removeFirst()
    var text = ""
    while let next = characters.popFirst() {
      if next == quote { return text }
      guard next == "\\" else {
        text.append(next)
        continue
      }
      guard let escaped = characters.popFirst(), let plain = escapes[escaped] else {
        throw ConditionProblem("it has an unknown escape in a text")
      }
      text.append(plain)
    }
    throw ConditionProblem("a text has no end")
  }

  private static let escapes: [Character: Character] = [
    "'": "'", "\"": "\"", "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t",
  ]

  // MARK: Grammar

  private mutating func accept(_ marks: String...) -> String? {
    guard case .mark(let mark) = tokens[place], marks.contains(mark) else { return nil }
    place += 1
    return mark
  }

  private mutating func expect(_ mark: String) throws(ConditionProblem) {
    guard accept(mark) != nil else { throw ConditionProblem("it has no '\(mark)' where one is expected") }
  }

  private mutating func expression() throws(ConditionProblem) -> ConditionTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw ConditionProblem("it is nested too deeply") }
    var tree = try either()
    while accept("?") != nil {
      let first = try expression()
      try expect(":")
      tree = .choice(tree, first, try expression())
    }
    return tree
  }

  private mutating func either() throws(ConditionProblem) -> ConditionTree {
    var tree = try both()
    while accept("or") != nil { tree = .or(tree, try both()) }
    return tree
  }

  private mutating func both() throws(ConditionProblem) -> ConditionTree {
    var tree = try comparison()
    while accept("and") != nil { tree = .and(tree, try comparison()) }
    return tree
  }

  private mutating func comparison() throws(ConditionProblem) -> ConditionTree {
    var tree = try total()
    while let sign = accept("==", "!=", "<", "<=", ">=", ">", "in") { tree = .comparison(sign, tree, try total()) }
    return tree
  }

  private mutating func total() throws(ConditionProblem) -> ConditionTree {
    var tree = try term()
    while let sign = accept("+", "-", "||") { tree = .arithmetic(sign, tree, try term()) }
    return tree
  }

  private mutating func term() throws(ConditionProblem) -> ConditionTree {
    var tree = try factor()
    while let sign = accept("*", "/", "%") { tree = .arithmetic(sign, tree, try factor()) }
    return tree
  }

  private mutating func factor() throws(ConditionProblem) -> ConditionTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw ConditionProblem("it is nested too deeply") }
    switch accept("not", "length", "-", "+") {
    case "not"?: return .not(try factor())
    case "length"?: return .length(try factor())
    case "-"?: return .arithmetic("-", .number(0), try factor())
    case "+"?: return .arithmetic("+", .number(0), try factor())
    default: return try postfix()
    }
  }

  private mutating func postfix() throws(ConditionProblem) -> ConditionTree {
    var tree = try atom()
    while let mark = accept(".", "(") {
      if mark == "." {
        guard case .name(let name) = tokens[place] else { throw ConditionProblem("a name is missing behind '.'") }
        place += 1
        tree = .member(tree, name)
      } else {
        guard case .variable(let name) = tree else { throw ConditionProblem("it calls a value") }
        tree = .call(name, try list(until: ")"))
      }
    }
    return tree
  }

  private mutating func list(until end: String) throws(ConditionProblem) -> [ConditionTree] {
    var elements: [ConditionTree] = []
    while accept(end) == nil {
      elements.append(try expression())
      if accept(",") == nil, tokens[place] != .mark(end) {
        throw ConditionProblem("it has no '\(end)' where one is expected")
      }
    }
    return elements
  }

  private mutating func atom() throws(ConditionProblem) -> ConditionTree {
    let token = tokens[place]
    if token != .end { place += 1 }
    switch token {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .name("true"): return .bool(true)
    case .name("false"): return .bool(false)
    case .name("E"): return .number(2.718281828459045)
    case .name("PI"): return .number(Double.pi)
    case .name(let name): return .variable(name)
    case .mark("("):
      let tree = try expression()
      try expect(")")
      return tree
    case .mark("["): return .array(try list(until: "]"))
    case .mark(let mark): throw ConditionProblem("it has '\(mark)' where a value is expected")
    case .end: throw ConditionProblem("it ends too early")
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
