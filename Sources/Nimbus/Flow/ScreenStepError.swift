/// Why an action could not complete a step.
///
/// ```swift
/// print(ScreenStepError.noStep)  // The screen belongs to no step of a flow.
/// ```
public enum ScreenStepError: Error, Equatable, CustomStringConvertible {
  /// The screen is shown by no step.
  case noStep
  /// The step yields something else.
  case otherResult(expected: String, found: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .noStep: "The screen belongs to no step of a flow."
    case .otherResult(let expected, let found): "The step of the screen yields \(expected), not \(found)."
    }
  }
}
