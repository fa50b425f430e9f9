import FlowJSON
import Foundation

/// Applies a regular expression to a text, with limited work.
///
/// Some patterns, such as `(a+)+$`, take practically forever. Foundation's engine reports its progress after every ten
/// thousand steps at one place, but also each time that it moves to the next place, and the reports don't differ.
///
/// A first search therefore uses the pattern in a frame that always matches at the start of the search. The engine then
/// passes over text only inside the match, so each report stands for steps. The search with the pattern alone takes the
/// same steps and needs no supervision.
struct PatternSearch {
  private let pattern: String
  private let expression: NSRegularExpression
  private let text: String
  private let range: NSRange
  private let patterns: PatternCache
  private let work: WorkBudget
  /// The maximum number of progress reports in a short text. A report stands for about a third of a millisecond.
  private static let patience = 100
  /// The number of bytes of a long text that allow one more report. A plain pattern needs a fifth.
  private static let bytesForReport = 1000
  /// The costs of a search, a match and a progress report. They stop a screen full of searches within some tenths of a
  /// second.
  private static let (searchCost, matchCost, reportCost) = (1000, 400, NimbusLimits.work / 1000)
  /// The cost of each group of a match, and of each part of a replacement.
  private static let partCost = 20

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - pattern: The regular expression.
  ///   - text: The text to search.
  ///   - patterns: The cache of compiled expressions.
  ///   - work: The budget.
  /// - Throws: ``OperationFault`` if the pattern is empty, too long, or not a regular expression.
  init(_ pattern: String, in text: String, _ patterns: PatternCache, _ work: WorkBudget) throws {
    guard !pattern.isEmpty else { throw OperationFault("the pattern is empty") }
    guard pattern.utf8.count <= NimbusLimits.regularExpressionText else {
      throw OperationFault("the pattern is longer than \(NimbusLimits.regularExpressionText) bytes")
    }
    guard let expression = try patterns.expression(pattern, for: pattern, work) else {
      throw OperationFault("\"\(pattern.brief)\" is not a regular expression")
    }
    self.pattern = pattern
    self.expression = expression
    self.text = text
    range = NSRange(text.startIndex..., in: text)
    self.patterns = patterns
    self.work = work
  }

  /// Returns whether the pattern matches the whole text.
  func matchesWhole() throws -> Bool {
    // The first match isn't enough. For `a|ab` and the text "ab" it's "a", although the pattern also matches "ab".
    let first = try firstOrLast("\\A(?:(?:", ")\\z|(?=[\\s\\S]))", isFirst: true)
    guard range.length > 0 else { return first != nil }
    guard let first else { throw tooDeep }
    return first.length == range.length
  }

  /// Returns the text with each match replaced. In the template, `$1` is the first group.
  func replacing(with template: String) throws -> String {
    let last = try firstOrLast("(?s:.*?)(?:(?:", ")|\\z)", isFirst: false)
    guard let last, NSMaxRange(last) == range.length else { throw tooDeep }
    let template = ReplacementTemplate(template, groupCount: expression.numberOfCaptureGroups)
    var result = ReplacedText(text)
    var fault: OperationFault?
    expression.enumerateMatches(in: text, range: range) { match, _, stop in
      guard let match else { return }
      if !work.spend(Self.partCost * template.parts.count) {
        fault = costsTooMuch
      } else if !result.replace(match, with: template) {
        fault = tooLarge(result)
      }
      stop.pointee = ObjCBool(fault != nil)
    }
    if fault == nil, !result.appendRest() { fault = tooLarge(result) }
    if let fault { throw fault }
    return result.text
  }

  /// Searches with the pattern in a frame, and deducts the work from the budget.
  ///
  /// - Returns: The first match, or the last one.
  private func firstOrLast(_ prefix: String, _ suffix: String, isFirst: Bool) throws -> NSRange? {
    guard let framed = try patterns.expression(pattern, between: prefix, and: suffix, work) else {
      throw OperationFault("\"\(pattern.brief)\" is not a regular expression")
    }
    guard work.spend(Self.searchCost) else { throw costsTooMuch }
    var found: NSRange?
    var reports = 0
    var fault: OperationFault?
    let patience = Self.patience + text.utf8.count / Self.bytesForReport
    let matchCost = Self.matchCost + Self.partCost * expression.numberOfCaptureGroups
    framed.enumerateMatches(in: text, options: .reportProgress, range: range) { match, flags, stop in
      if let match {
        found = match.range
        if !work.spend(matchCost) { fault = costsTooMuch }
      } else if flags.contains(.progress) {
        reports += 1
        if reports > patience {
          fault = OperationFault("\"\(pattern.brief)\" takes too long for this text")
        } else if !work.spend(Self.reportCost) {
          fault = costsTooMuch
        }
      }
      if fault != nil || isFirst && found != nil { stop.pointee = true }
    }
    if let fault { throw fault }
    return found
  }

  /// Deducts the size of a result that is too large, and returns the error.
  private func tooLarge(_ result: ReplacedText) -> OperationFault {
    work.spend(result.text.utf8.count) ? OperationFault(JSONValue.tooLarge) : costsTooMuch
  }

  private var costsTooMuch: OperationFault {
    OperationFault("searching with \"\(pattern.brief)\" costs more than is left for this event")
  }

  /// The engine ends a search without an error when it has too many places to return to.
  private var tooDeep: OperationFault {
    OperationFault("\"\(pattern.brief)\" needs too much memory for this text")
  }
}
