public import FlowJSON

/// An error that describes why data is not a list of steps, and where.
///
/// ```swift
/// do {
///   let steps = try Step.list(from: data)
/// } catch {
///   // This is not a list of steps. Line 4, column 3, at $[2].title: expected a string, found nothing.
///   print(error)
/// }
/// ```
public enum StepListError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is not JSON.
  case notJSON(JSONSyntaxError)
  /// The JSON is not a list of steps. The position is that of the wrong value, or of the container if a value is
  /// missing.
  case notSteps(JSONTypeError, JSONPosition)

  /// The position in the text.
  public var position: JSONPosition {
    switch self {
    case .notJSON(let error): error.position
    case .notSteps(_, let position): position
    }
  }

  /// The location in the document. Nil if the data is not JSON.
  public var location: JSONLocation? {
    switch self {
    case .notJSON: nil
    case .notSteps(let error, _): error.location
    }
  }

  /// The value that was expected.
  public var expected: String {
    switch self {
    case .notJSON(let error): error.expected
    case .notSteps(let error, _): error.expected
    }
  }

  /// The value that was found.
  public var found: String {
    switch self {
    case .notJSON(let error): error.found
    case .notSteps(let error, _): error.found
    }
  }

  /// A description of the error, in one or more sentences.
  public var description: String {
    switch self {
    case .notJSON(let error): "This is not JSON. \(error)"
    case .notSteps(let error, let position):
      """
      This is not a list of steps. Line \(position.line), column \(position.column), at \(error.location): \
      expected \(error.expected), found \(error.found).
      """
    }
  }
}
