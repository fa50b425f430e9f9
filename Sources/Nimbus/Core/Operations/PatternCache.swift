import Foundation

/// The regular expressions that were used most recently. Compiling one can take many times longer than applying it, and a list
/// applies the same one to each item.
final class PatternCache {
  /// The expressions, with the number of their latest use. A text that isn't a regular expression is kept as `nil`.
  private var expressions: [String: (expression: NSRegularExpression?, use: Int)] = [:]
  private var uses = 0
  private static let limit = 40
  /// The cost of compiling each byte. Classes such as `\\p{L}` take the longest.
  private static let cost = 1000

  /// Compiles an expression, unless it's known.
  ///
  /// - Parameters:
  ///   - pattern: The expression.
  ///   - part: The part of it that the document contains, for the error.
  ///   - work: The budget.
  /// - Returns: The compiled expression, or `nil` if the text isn't one.
  /// - Throws: ``OperationFault`` if the budget doesn't suffice for compiling it.
  func expression(_ pattern: String, for part: String, _ work: WorkBudget) throws -> NSRegularExpression? {
    uses += 1
    if let known = expressions[pattern] {
      expressions[pattern] = (known.expression, uses)
      return known.expression
    }
    guard work.spend(Self.cost * pattern.utf8.count) else {
      throw OperationFault("compiling \"\(part.prefix(100))\" costs more than is left for this event")
    }
    if expressions.count >= Self.limit, let oldest = expressions.min(by: { $0.value.use < $1.value.use }) {
      expressions[oldest.key] = nil
    }
    let expression = try? NSRegularExpression(pattern: pattern)
    expressions[pattern] = (expression, uses)
    return expression
  }

  /// Returns the compiled expression inside a longer one, or `nil` if that isn't an expression.
  ///
  /// - Throws: ``OperationFault`` if the budget doesn't suffice for compiling it.
  func expression(
    _ pattern: String, between prefix: String, and suffix: String, _ work: WorkBudget
  ) throws -> NSRegularExpression? {
    // A comment, or a quotation, that reaches to the end of the pattern would go on in the suffix.
    for end in ["", "\n", "\\E"] {
      if let expression = try expression(prefix + pattern + end + suffix, for: pattern, work) { return expression }
    }
    return nil
  }
}
