public import Foundation
public import FlowJSON

extension Step {
  /// Reads a list of steps, and tells what is wrong with it.
  ///
  /// - Parameter data: JSON: an array of steps.
  /// - Returns: The steps, with the progress that the data tells of.
  /// - Throws: ``StepListError``, with the place, what was expected and what was found.
  public static func list(from data: Data) throws(StepListError) -> [Step] {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: data)
    } catch {
      throw .notJSON(error)
    }
    do {
      return try list(json: JSONElement(value))
    } catch {
      throw .notSteps(error, JSONPosition(closestTo: error.location, in: data))
    }
  }

  /// Reads a list of steps that stands in a JSON document.
  ///
  /// - Parameter json: Where the array of steps stands.
  /// - Returns: The steps, with the progress that the document tells of.
  /// - Throws: `JSONTypeError` of FlowJSON, with the place.
  public static func list(json: JSONElement) throws(JSONTypeError) -> [Step] {
    guard case .array = json.value else { throw json.mismatch("an array of steps") }
    return try json.array().map(Step.init(json:))
  }

  /// Writes a list of steps as ``list(from:)`` reads it.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: Compact JSON with sorted keys, with the progress made. A time without JSON, such as an infinite one, becomes
  ///   null.
  public static func data(of steps: [Step]) -> Data {
    Data(JSONValue.array(steps.map(\.json)).jsonText.utf8)
  }
}
