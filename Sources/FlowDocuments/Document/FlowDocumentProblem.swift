public import FlowJSON

/// A problem of a flow document: where it is, and the difference between what was expected and what was found.
///
/// ```swift
/// do {
///   _ = try FlowDocument(parsing: text, for: registry)
/// } catch {
///   for problem in error.problems { print(problem) }
///   // Line 3, column 26, $.steps[0].routes[0].to: expected the id of a step, "next", "back" or "end", found the string "apolgy".
/// }
/// ```
public struct FlowDocumentProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The position of the value in the text.
  public let position: JSONPosition
  /// The location of the value in the document.
  public let location: JSONLocation
  /// The expected value, such as "a string".
  public let expected: String
  /// The value that was found, such as "the integer 5" or "nothing".
  public let found: String

  /// The problem as a sentence.
  public var description: String {
    "Line \(position.line), column \(position.column), \(location): expected \(expected), found \(found)."
  }
}

/// An error with the problems of a flow document, in the order of their places.
///
/// ```swift
/// do { _ = try FlowDocument(parsing: text, for: registry) } catch { print(error) }
/// ```
public struct FlowDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, at least one and at most 100.
  public let problems: [FlowDocumentProblem]
  /// The number of problems that were found after those.
  public let furtherProblems: Int

  init(_ problems: [FlowDocumentProblem], furtherProblems: Int = 0) {
    (self.problems, self.furtherProblems) = (problems, furtherProblems)
  }

  /// The problems, one on each line, and the number of further ones.
  public var description: String {
    let further = furtherProblems == 1 ? "There is 1 more problem." : "There are \(furtherProblems) more problems."
    return (problems.map(\.description) + (furtherProblems > 0 ? [further] : [])).joined(separator: "\n")
  }
}

/// The problems that are found while a document is checked, before their positions are known.
///
/// Only so many are described as a person reads. A description can be long, and a document can have a problem in each of its words.
final class ProblemList {
  private static let most = 100

  private(set) var found: [JSONTypeError] = []
  /// The number of problems, also of those that aren't described.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  /// The number of problems that aren't described.
  var further: Int { count - found.count }

  func add(_ problem: @autoclosure () -> JSONTypeError) {
    count += 1
    if found.count < Self.most { found.append(problem()) }
  }

  func add(
    at location: @autoclosure () -> JSONLocation, expected: @autoclosure () -> String, found: @autoclosure () -> String
  ) {
    add(JSONTypeError(at: location(), expected: expected(), found: found()))
  }

  /// Returns the problems with their positions, sorted by them.
  func placed(in bytes: [UInt8]) -> [FlowDocumentProblem] {
    let positions = JSONPosition.closest(to: found.map(\.location), in: bytes)
    let order = found.indices.sorted { (positions[$0].offset, $0) < (positions[$1].offset, $1) }
    return order.map { index in
      let problem = found[index]
      return FlowDocumentProblem(
        position: positions[index], location: problem.location, expected: problem.expected, found: problem.found)
    }
  }
}
