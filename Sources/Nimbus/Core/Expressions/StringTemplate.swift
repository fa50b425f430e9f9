import FlowJSON

/// A string of a document, split into text and expressions.
struct StringTemplate: Sendable {
  /// A part of the string.
  enum Piece: Sendable, Equatable {
    case text(String)
    case expression(Expression)
  }

  /// The parts, in order. A string without expressions is a single text.
  let pieces: [Piece]

  /// The text, or `nil` if the string contains an expression.
  var constant: String? {
    switch pieces.first {
    case nil: ""
    case .text(let text) where pieces.count == 1: text
    default: nil
    }
  }

  /// Parses a string.
  ///
  /// - Parameters:
  ///   - text: The string in the document.
  ///   - report: Called with the source and the problem of each malformed expression. The value of such an expression
  ///     is null.
  init(_ text: String, report: (_ source: String, _ problem: ExpressionProblem) -> Void) {
    guard text.utf8.contains(UInt8(ascii: "@")) else {
      pieces = [.text(text)]
      return
    }
    var reader = StringTemplateReader(text)
    pieces = reader.read(report)
  }
}

/// Splits a string into pieces in one pass.
private struct StringTemplateReader {
  private let scalars: [Unicode.Scalar]
  private let closings: ClosingBraces
  private var text = String.UnicodeScalarView()
  private var pieces: [StringTemplate.Piece] = []

  init(_ string: String) {
    scalars = Array(string.unicodeScalars)
    closings = ClosingBraces(scalars)
  }

  mutating func read(
    _ report: (_ source: String, _ problem: ExpressionProblem) -> Void
  ) -> [StringTemplate.Piece] {
    var position = 0
    while position < scalars.count {
      var opening = position
      while opening < scalars.count, scalars[opening] == "\\" { opening += 1 }
      guard let closing = closing(ofExpressionAt: opening) else {
        let end = opening == position ? position + 1 : opening
        text.append(contentsOf: scalars[position..<end])
        position = end
        continue
      }
      let backslashes = opening - position
      text.append(contentsOf: repeatElement("\\", count: backslashes / 2))
      if backslashes.isMultiple(of: 2) {
        addExpression(opening, closing, report)
      } else {
        text.append(contentsOf: scalars[opening...closing])
      }
      position = closing + 1
    }
    addText()
    return pieces
  }

  private func closing(ofExpressionAt opening: Int) -> Int? {
    guard opening + 1 < scalars.count, scalars[opening] == "@", scalars[opening + 1] == "{" else { return nil }
    return closings[opening + 2]
  }

  private mutating func addExpression(
    _ opening: Int, _ closing: Int, _ report: (_ source: String, _ problem: ExpressionProblem) -> Void
  ) {
    addText()
    do {
      pieces.append(.expression(try ExpressionParser.parse(scalars[(opening + 2)..<closing])))
    } catch {
      report(String(String.UnicodeScalarView(scalars[opening...closing])), error)
      pieces.append(.expression(.literal(.null)))
    }
  }

  private mutating func addText() {
    guard !text.isEmpty else { return }
    pieces.append(.text(String(text)))
    text = String.UnicodeScalarView()
  }
}
