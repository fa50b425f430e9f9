/// An error that is thrown when an action can't complete a step.
///
/// ```swift
/// print(ScreenStepError.noStep)  // No step of a flow shows the screen.
/// ```
public enum ScreenStepError: Error, Equatable, CustomStringConvertible {
  /// No step of a flow shows the screen.
  case noStep
  /// The result of the step has another type.
  case otherResult(expected: String, found: String)

  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .noStep: "No step of a flow shows the screen."
    case .otherResult(let expected, let found): "The result of the step is of type \(expected), not \(found)."
    }
  }
}
