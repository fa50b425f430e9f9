/// What goes wrong when a list of steps is made of data.
///
/// ```swift
/// do {
///   let view = try StepFlowView(data: data)
/// } catch StepKitError.invalidJSONData {
///   print("That is no list of steps.")
/// }
/// ```
///
/// ``Step/list(from:)`` tells why.
///
/// Source: `StepKitError` of "Express a Step using JSON syntax".
public enum StepKitError: Error, Sendable, CustomStringConvertible {
  /// The data is no JSON, or no list of steps.
  case invalidJSONData

  /// StepKit's name for ``invalidJSONData``.
  public static var invalidJsonData: StepKitError { .invalidJSONData }

  /// The error as a sentence.
  public var description: String { "The data is no list of steps in JSON." }
}
