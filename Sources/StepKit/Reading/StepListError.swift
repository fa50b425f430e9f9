public import FlowJSON

/// Why data is no list of steps, and where.
///
/// ```swift
/// do {
///   let steps = try Step.list(from: data)
/// } catch {
///   // This is no list of steps. Line 4, column 3, at $[2].title: expected a string, found nothing.
///   print(error)
/// }
/// ```
public enum StepListError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is no JSON.
  case notJSON(JSONSyntaxError)
  /// The JSON is no list of steps. The position is that of the value or, where one is missing, of what should hold it.
  case notSteps(JSONTypeError, JSONPosition)

  /// Where it is in the text.
  public var position: JSONPosition {
    switch self {
    case .notJSON(let error): error.position
    case .notSteps(_, let position): position
    }
  }

  /// Where it is in the document; nil for text that is no JSON.
  public var location: JSONLocation? {
    switch self {
    case .notJSON: nil
    case .notSteps(let error, _): error.location
    }
  }

  /// What was expected there.
  public var expected: String {
    switch self {
    case .notJSON(let error): error.expected
    case .notSteps(let error, _): error.expected
    }
  }

  /// What was found there.
  public var found: String {
    switch self {
    case .notJSON(let error): error.found
    case .notSteps(let error, _): error.found
    }
  }

  /// The error as sentences.
  public var description: String {
    switch self {
    case .notJSON(let error): "This is not JSON. \(error)"
    case .notSteps(let error, let position):
      """
      This is no list of steps. Line \(position.line), column \(position.column), at \(error.location): \
      expected \(error.expected), found \(error.found).
      """
    }
  }
}
