import FlowJSON
import Foundation

/// A cache of the most recently used regular expressions.
///
/// Compiling an expression can take many times longer than applying it, and a list applies the same one to each item.
final class PatternCache {
  /// The expressions, each with the number of its latest use. The entry of a text that isn't a regular expression has
  /// no expression.
  private var expressions: [String: (expression: NSRegularExpression?, use: Int)] = [:]
  private var uses = 0
  private static let limit = 40
  /// The cost of compiling one byte. Classes such as `\\p{L}` take the longest.
  private static let cost = 1000

  /// Compiles an expression, or returns it from the cache.
  ///
  /// - Parameters:
  ///   - pattern: The expression.
  ///   - part: The part of the expression that the document contains, for the error.
  ///   - work: The budget.
  /// - Returns: The compiled expression. `nil` if the text isn't a regular expression.
  /// - Throws: ``OperationFault`` if the budget is too small to compile the expression.
  func expression(_ pattern: String, for part: String, _ work: WorkBudget) throws -> NSRegularExpression? {
    uses += 1
    if let known = expressions[pattern] {
      expressions[pattern] = (known.expression, uses)
      return known.expression
    }
    guard work.spend(Self.cost * pattern.utf8.count) else {
      throw OperationFault("compiling \"\(part.brief)\" costs more than is left for this event")
    }
    if expressions.count >= Self.limit, let oldest = expressions.min(by: { $0.value.use < $1.value.use }) {
      expressions[oldest.key] = nil
    }
    let expression = try? NSRegularExpression(pattern: pattern)
    expressions[pattern] = (expression, uses)
    return expression
  }

  /// Returns the compiled expression inside a longer one. Returns `nil` if the result isn't a regular expression.
  ///
  /// - Throws: ``OperationFault`` if the budget is too small to compile the expression.
  func expression(
    _ pattern: String, between prefix: String, and suffix: String, _ work: WorkBudget
  ) throws -> NSRegularExpression? {
    // A comment or quotation at the end of the pattern would continue in the suffix.
    for end in ["", "\n", "\\E"] {
      if let expression = try expression(prefix + pattern + end + suffix, for: pattern, work) { return expression }
    }
    return nil
  }
}
