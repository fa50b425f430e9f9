import FlowJSON

/// Compiles the text of an expression. It reads each byte once and limits the nesting.
///
/// The syntax is ASCII. Other characters occur only in names and texts, so the parser reads UTF-8 without decoding it.
struct ExpressionParser {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private let symbols: ExpressionSymbols

  /// Compiles the text between `@{` and `}`.
  ///
  /// - Parameters:
  ///   - bytes: The text as UTF-8.
  ///   - symbols: The names that the formula uses. Those of the expression are added, even if it's malformed.
  /// - Returns: The expression.
  /// - Throws: ``ExpressionProblem`` if the text isn't an expression.
  static func parse(
    _ bytes: ArraySlice<UInt8>, _ symbols: ExpressionSymbols
  ) throws(ExpressionProblem) -> Expression {
    var parser = ExpressionParser(bytes: bytes, position: bytes.startIndex, symbols: symbols)
    let expression = try parser.readExpression(depth: 1)
    guard parser.position == bytes.endIndex else { throw .unexpected(parser.rest) }
    return expression
  }

  /// The current byte. At the end it's zero, which doesn't begin any token of an expression.
  private var current: UInt8 { position < bytes.endIndex ? bytes[position] : 0 }

  private var isAtEnd: Bool { position == bytes.endIndex }

  private var rest: String { String(Self.text(bytes[position...]).unicodeScalars.prefix(40)) }

  private mutating func skipBlanks() {
    while current.isBlank { position += 1 }
  }

  private mutating func readExpression(depth: Int) throws(ExpressionProblem) -> Expression {
    guard depth <= NimbusLimits.expressionDepth else { throw .tooDeep(limit: NimbusLimits.expressionDepth) }
    skipBlanks()
    guard !isAtEnd else { throw .empty }
    if current == UInt8(ascii: "'") { return .literal(.string(try readString())) }
    let first = current
    let token = readToken()
    skipBlanks()
    if current == UInt8(ascii: "(") {
      guard StatePath.isName(token) else { throw .invalidName(token) }
      return .call(OperationCall(symbols.operation(token), try readArguments(depth: depth)))
    }
    guard !token.isEmpty else {
      throw first == UInt8(ascii: ")") || first == UInt8(ascii: ",") ? .empty : .unexpected(rest)
    }
    return try plain(token)
  }

  private mutating func readToken() -> String {
    let start = position
    while !isAtEnd, !current.isBlank, !current.endsToken { position += 1 }
    return Self.text(bytes[start..<position])
  }

  private mutating func readArguments(depth: Int) throws(ExpressionProblem) -> [Expression] {
    position += 1
    skipBlanks()
    var arguments: [Expression] = []
    if current == UInt8(ascii: ")") {
      position += 1
    } else {
      var hasMore = true
      while hasMore {
        arguments.append(try readExpression(depth: depth + 1))
        skipBlanks()
        guard current == UInt8(ascii: ",") || current == UInt8(ascii: ")") else { throw .unbalanced }
        hasMore = current == UInt8(ascii: ",")
        position += 1
      }
    }
    skipBlanks()
    return arguments
  }

  /// Reads a text in quotes. A backslash and the next character form a unit: `\'` is a quote, and all other pairs
  /// remain unchanged.
  private mutating func readString() throws(ExpressionProblem) -> String {
    position += 1
    var text: [UInt8] = []
    while !isAtEnd {
      let byte = current
      position += 1
      switch byte {
      case UInt8(ascii: "'"):
        skipBlanks()
        return Self.text(text[...])
      case UInt8(ascii: "\\") where !isAtEnd:
        if current != UInt8(ascii: "'") { text.append(byte) }
        text.append(current)
        position += 1
      default: text.append(byte)
      }
    }
    throw .unfinishedString
  }

  /// Compiles a literal without quotes, or the path of a state.
  private mutating func plain(_ token: String) throws(ExpressionProblem) -> Expression {
    switch token {
    case "true": return .literal(true)
    case "false": return .literal(false)
    case "null": return .literal(.null)
    default: break
    }
    if Self.isNumber(token) {
      if let integer = Int64(token) { return .literal(.integer(integer)) }
      guard let number = Double(token), number.isFinite else { throw .numberOutOfRange(token) }
      return .literal(.number(number))
    }
    guard let path = StatePath(token) else { throw .invalidPath(token) }
    return .state(symbols.number(ofState: path.id), path.steps)
  }

  /// Returns whether a token is a number: an optional minus sign, digits, and optionally a point with digits.
  private static func isNumber(_ token: String) -> Bool {
    let parts = (token.hasPrefix("-") ? token.dropFirst() : token[...])
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension UInt8 {
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
  }

  fileprivate var endsToken: Bool {
    self == UInt8(ascii: "(") || self == UInt8(ascii: ")") || self == UInt8(ascii: ",") || self == UInt8(ascii: "'")
  }
}
