import Foundation

/// Applies a regular expression to a text, for a limited time.
///
/// Some patterns, such as `(a+)+$`, take practically forever. Foundation's engine reports its progress from time to
/// time, and the search stops after a number of such reports. The lengths of pattern and text are limited too.
struct PatternSearch {
  private let expression: NSRegularExpression
  private let text: String
  /// The maximum number of progress reports. Together they take some tenths of a second.
  private static let patience = 100
  /// The cost of a progress report. It stops a screen full of such patterns after some seconds.
  private static let cost = NimbusLimits.work / 1000
  private let patterns: PatternCache
  private let work: WorkBudget

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - pattern: The regular expression.
  ///   - text: The text to search.
  ///   - patterns: The expressions that were compiled before.
  ///   - work: The budget.
  /// - Throws: ``OperationFault`` if the pattern isn't a regular expression, or if it or the text is too long.
  init(_ pattern: String, in text: String, _ patterns: PatternCache, _ work: WorkBudget) throws {
    guard text.utf8.count <= NimbusLimits.regularExpressionText else {
      throw OperationFault("the text is longer than \(NimbusLimits.regularExpressionText) bytes")
    }
    guard pattern.utf8.count <= NimbusLimits.regularExpressionText,
      let expression = try patterns.expression(pattern, work)
    else { throw OperationFault("\"\(pattern.prefix(100))\" is not a regular expression") }
    self.expression = expression
    self.text = text
    self.patterns = patterns
    self.work = work
  }

  /// Returns whether the pattern matches the whole text.
  func matchesWhole() throws -> Bool {
    // The first match isn't enough: for `a|ab` and the text "ab" it's "a", although the pattern matches "ab".
    let whole = try PatternSearch("\\A(?:\(expression.pattern))\\z", in: text, patterns, work)
    var isWhole = false
    try whole.forEachMatch { _ in
      isWhole = true
      return false
    }
    return isWhole
  }

  /// Returns the text with each match replaced. In the template, `$1` is the first group.
  func replacing(with template: String) throws -> String {
    var result = ""
    var position = text.startIndex
    try forEachMatch { match in
      guard let range = Range(match.range, in: text), range.lowerBound >= position else { return true }
      result += text[position..<range.lowerBound]
      result += expression.replacementString(for: match, in: text, offset: 0, template: template)
      position = range.upperBound
      return result.utf8.count <= NimbusLimits.valueSize
    }
    return result + text[position...]
  }

  private func forEachMatch(_ take: @escaping (NSTextCheckingResult) -> Bool) throws {
    var calls = 0
    var hasFailed = false
    expression.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(text.startIndex..., in: text)
    ) { match, flags, stop in
      if flags.contains(.internalError) { hasFailed = true }
      if let match {
        if !take(match) { stop.pointee = true }
      } else if flags.contains(.progress) {
        calls += 1
        if !work.spend(Self.cost) { calls = Self.patience + 1 }
        if calls > Self.patience { stop.pointee = true }
      }
    }
    if hasFailed || calls > Self.patience {
      throw OperationFault("\"\(expression.pattern.prefix(100))\" takes too long for this text")
    }
  }
}
