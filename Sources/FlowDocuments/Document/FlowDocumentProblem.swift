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

/// An error with every problem of a flow document, in the order of their places.
///
/// ```swift
/// do { _ = try FlowDocument(parsing: text, for: registry) } catch { print(error) }
/// ```
public struct FlowDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, at least one.
  public let problems: [FlowDocumentProblem]

  /// The problems, one on each line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// The problems that are found while a document is checked, before their positions are known.
final class ProblemList {
  private(set) var found: [JSONTypeError] = []

  var isEmpty: Bool { found.isEmpty }
  var count: Int { found.count }

  func add(_ problem: JSONTypeError) { found.append(problem) }

  func add(at location: JSONLocation, expected: String, found: String) {
    add(JSONTypeError(at: location, expected: expected, found: found))
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
