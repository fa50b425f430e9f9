import Foundation

/// A regular expression, applied to a text for a limited time.
///
/// Some patterns take longer than the age of the world (`(a+)+$`). The engine of Foundation tells of its progress now and
/// then; after a number of such calls the search is given up. The texts are limited too.
struct PatternSearch {
  private let expression: NSRegularExpression
  private let text: String
  /// How often the engine may tell of its progress: some tenths of a second.
  private static let patience = 100
  /// What such a call costs, so that a screen full of these patterns is given up after some seconds.
  private static let cost = NimbusLimits.work / 1000
  private let work: WorkBudget

  init(_ pattern: String, in text: String, _ work: WorkBudget) throws {
    guard text.utf8.count <= NimbusLimits.regularExpressionText else {
      throw OperationFault("the text is longer than \(NimbusLimits.regularExpressionText) bytes")
    }
    guard pattern.utf8.count <= NimbusLimits.regularExpressionText,
      let expression = try? NSRegularExpression(pattern: pattern)
    else { throw OperationFault("\"\(pattern.prefix(100))\" is no regular expression") }
    self.expression = expression
    self.text = text
    self.work = work
  }

  /// Whether the pattern matches all of the text.
  func matchesWhole() throws -> Bool {
    // Whether the first match is the whole text would be another question: `a|ab` matches all of "ab".
    let whole = try PatternSearch("\\A(?:\(expression.pattern))\\z", in: text, work)
    var isWhole = false
    try whole.forEachMatch { _ in
      isWhole = true
      return false
    }
    return isWhole
  }

  /// The text with each match replaced; `$1` stands for the first group.
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
