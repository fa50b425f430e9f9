import FlowJSON

/// Parses the text of an expression. It reads each scalar once and limits the nesting.
struct ExpressionParser {
  private let scalars: ArraySlice<Unicode.Scalar>
  private var position: Int

  /// Parses the text between `@{` and `}`.
  static func parse(_ scalars: ArraySlice<Unicode.Scalar>) throws(ExpressionProblem) -> Expression {
    var parser = ExpressionParser(scalars: scalars, position: scalars.startIndex)
    let expression = try parser.readExpression(depth: 1)
    guard parser.position == scalars.endIndex else { throw .unexpected(parser.rest) }
    return expression
  }

  private var current: Unicode.Scalar? { position < scalars.endIndex ? scalars[position] : nil }

  private var rest: String { Self.text(scalars[position...].prefix(40)) }

  private mutating func skipBlanks() {
    while let scalar = current, scalar.isBlank { position += 1 }
  }

  private mutating func readExpression(depth: Int) throws(ExpressionProblem) -> Expression {
    guard depth <= NimbusLimits.expressionDepth else { throw .tooDeep(limit: NimbusLimits.expressionDepth) }
    skipBlanks()
    guard let first = current else { throw .empty }
    if first == "'" { return .literal(.string(try readString())) }
    let start = position
    while let scalar = current, !scalar.isBlank, !"(),'".unicodeScalars.contains(scalar) { position += 1 }
    let token = Self.text(scalars[start..<position])
    skipBlanks()
    if current == "(" { return .call(try name(token), try readArguments(depth: depth)) }
    guard !token.isEmpty else { throw first == ")" || first == "," ? .empty : .unexpected(rest) }
    return try Self.plain(token)
  }

  private func name(_ token: String) throws(ExpressionProblem) -> String {
    guard StatePath.isName(token) else { throw .invalidName(token) }
    return token
  }

  private mutating func readArguments(depth: Int) throws(ExpressionProblem) -> [Expression] {
    position += 1
    skipBlanks()
    var arguments: [Expression] = []
    if current == ")" {
      position += 1
    } else {
      var goesOn = true
      while goesOn {
        arguments.append(try readExpression(depth: depth + 1))
        skipBlanks()
        guard current == "," || current == ")" else { throw .unbalanced }
        goesOn = current == ","
        position += 1
      }
    }
    skipBlanks()
    return arguments
  }

  private mutating func readString() throws(ExpressionProblem) -> String {
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = current {
      position += 1
      if scalar == "'" {
        skipBlanks()
        return String(text)
      }
      if scalar == "\\", current == "'" {
        text.append("'")
        position += 1
      } else {
        text.append(scalar)
      }
    }
    throw .unfinishedString
  }

  /// Parses a literal without quotes, or the path of a state.
  private static func plain(_ token: String) throws(ExpressionProblem) -> Expression {
    switch token {
    case "true": return .literal(true)
    case "false": return .literal(false)
    case "null": return .literal(.null)
    default: break
    }
    if isNumber(token) {
      if let integer = Int64(token) { return .literal(.integer(integer)) }
      guard let number = Double(token), number.isFinite else { throw .numberOutOfRange(token) }
      return .literal(.number(number))
    }
    guard let path = StatePath(token) else { throw .invalidPath(token) }
    return .state(path)
  }

  /// Returns whether a token is a number: an optional minus sign, digits, and optionally a point with digits.
  private static func isNumber(_ token: String) -> Bool {
    let parts = (token.hasPrefix("-") ? token.dropFirst() : token[...])
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
}
