/// An error that occurs when a list of steps is created from data.
///
/// ```swift
/// do {
///   let view = try StepFlowView(data: data)
/// } catch StepKitError.invalidJSONData {
///   print("The data is not a list of steps.")
/// }
/// ```
///
/// ``Step/list(from:)`` reports the cause.
///
/// As in StepKit's "Express a Step using JSON syntax": `StepKitError`.
public enum StepKitError: Error, Sendable, CustomStringConvertible {
  /// The data is not JSON, or not a list of steps.
  case invalidJSONData

  /// StepKit's name for ``invalidJSONData``.
  public static var invalidJsonData: StepKitError { .invalidJSONData }

  /// The error as a sentence.
  public var description: String { "The data is not a JSON list of steps." }
}
