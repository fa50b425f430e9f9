import FlowJSON

/// A string of a document, split into text and expressions.
struct StringTemplate {
  /// A part of the string.
  enum Piece {
    case text(String)
    case expression(Expression)
  }

  /// The parts, in order. A string without expressions is a single text.
  let pieces: [Piece]

  /// The text. It's `nil` if the string contains an expression.
  var constant: String? {
    switch pieces.first {
    case nil: ""
    case .text(let text) where pieces.count == 1: text
    default: nil
    }
  }

  /// Compiles a string.
  ///
  /// - Parameters:
  ///   - text: The string in the document.
  ///   - symbols: The names that the formula uses. Those of the string's expressions are added.
  ///   - report: Called with the source and the problem of each malformed expression. The value of a malformed
  ///     expression is null.
  init(
    _ text: String, _ symbols: ExpressionSymbols,
    report: (_ source: String, _ problem: ExpressionProblem) -> Void
  ) {
    guard text.utf8.contains(UInt8(ascii: "@")) else {
      pieces = [.text(text)]
      return
    }
    var reader = StringTemplateReader(text)
    pieces = reader.read(symbols, report)
  }
}

/// Splits a string into pieces in one pass over its UTF-8.
private struct StringTemplateReader {
  private let bytes: [UInt8]
  private let closings: ClosingBraces
  private var text: [UInt8] = []
  private var pieces: [StringTemplate.Piece] = []

  init(_ string: String) {
    bytes = Array(string.utf8)
    closings = ClosingBraces(bytes)
  }

  mutating func read(
    _ symbols: ExpressionSymbols, _ report: (_ source: String, _ problem: ExpressionProblem) -> Void
  ) -> [StringTemplate.Piece] {
    var position = 0
    while position < bytes.count {
      var opening = position
      while opening < bytes.count, bytes[opening] == UInt8(ascii: "\\") { opening += 1 }
      guard let closing = closing(ofExpressionAt: opening) else {
        let end = opening == position ? position + 1 : opening
        text += bytes[position..<end]
        position = end
        continue
      }
      let backslashes = opening - position
      text += repeatElement(UInt8(ascii: "\\"), count: backslashes / 2)
      if backslashes.isMultiple(of: 2) {
        addExpression(opening, closing, symbols, report)
      } else {
        text += bytes[opening...closing]
      }
      position = closing + 1
    }
    addText()
    return pieces
  }

  private func closing(ofExpressionAt opening: Int) -> Int? {
    guard opening + 1 < bytes.count, bytes[opening] == UInt8(ascii: "@"), bytes[opening + 1] == UInt8(ascii: "{") else {
      return nil
    }
    return closings[opening + 2]
  }

  private mutating func addExpression(
    _ opening: Int, _ closing: Int, _ symbols: ExpressionSymbols,
    _ report: (_ source: String, _ problem: ExpressionProblem) -> Void
  ) {
    addText()
    do {
      pieces.append(.expression(try ExpressionParser.parse(bytes[(opening + 2)..<closing], symbols)))
    } catch {
      report(String(decoding: bytes[opening...closing], as: UTF8.self), error)
      pieces.append(.expression(.literal(.null)))
    }
  }

  private mutating func addText() {
    guard !text.isEmpty else { return }
    pieces.append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }
}
