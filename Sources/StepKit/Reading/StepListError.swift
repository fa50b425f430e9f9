public import FlowJSON

/// Why data is no list of steps, and where.
///
/// ```swift
/// do {
///   let steps = try Step.list(from: data)
/// } catch {
///   print(error)  // This is no list of steps. At $[2].title: expected a string, found nothing.
/// }
/// ```
public enum StepListError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is no JSON.
  case notJSON(JSONSyntaxError)
  /// The JSON is no list of steps.
  case notSteps(JSONTypeError)

  /// What was expected there.
  public var expected: String {
    switch self {
    case .notJSON(let error): error.expected
    case .notSteps(let error): error.expected
    }
  }

  /// What was found there.
  public var found: String {
    switch self {
    case .notJSON(let error): error.found
    case .notSteps(let error): error.found
    }
  }

  /// The error as sentences.
  public var description: String {
    switch self {
    case .notJSON(let error): "This is not JSON. \(error)"
    case .notSteps(let error): "This is no list of steps. \(error)"
    }
  }
}
