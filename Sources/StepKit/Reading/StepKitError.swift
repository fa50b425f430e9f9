/// An error that occurs when a list of steps is created from data.
///
/// ```swift
/// do {
///   let view = try StepFlowView(data: data)
/// } catch StepKitError.invalidJsonData {
///   print("The data is not a list of steps.")
/// }
/// ```
///
/// ``Step/list(from:)`` reports the cause.
///
/// As in StepKit's "Express a Step using JSON syntax": `StepKitError`.
public enum StepKitError: Error, Sendable, CustomStringConvertible {
  /// The data is not JSON, or not a list of steps.
  case invalidJsonData

  /// The same as ``invalidJsonData``, in the spelling of the Swift API Design Guidelines.
  public static var invalidJSONData: StepKitError { .invalidJsonData }

  /// The error as a sentence.
  public var description: String { "The data is not a JSON list of steps." }
}
