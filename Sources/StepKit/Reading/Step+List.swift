public import Foundation
public import FlowJSON

extension Step {
  /// Reads a list of steps from JSON data.
  ///
  /// - Parameter data: A JSON array of steps.
  /// - Returns: The steps, with the progress that the data contains.
  /// - Throws: ``StepListError``, with the location, the expected value and the value that was found.
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

  /// Reads a list of steps from an element of a JSON document.
  ///
  /// - Parameter json: The element that holds the array of steps.
  /// - Returns: The steps, with the progress that the document contains.
  /// - Throws: `JSONTypeError` of FlowJSON, with the location.
  public static func list(json: JSONElement) throws(JSONTypeError) -> [Step] {
    guard case .array = json.value else { throw json.mismatch("an array of steps") }
    return try json.array().map(Step.init(json:))
  }

  /// Writes a list of steps in the format that ``list(from:)`` reads.
  ///
  /// - Parameter steps: The steps to write.
  /// - Returns: Compact JSON with sorted keys, including the progress. A time that JSON cannot represent, such as
  ///   infinity, becomes null.
  public static func data(of steps: [Step]) -> Data {
    Data(JSONValue.array(steps.map(\.json)).jsonText.utf8)
  }
}
