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
  /// - Throws: ``FlowJSON/JSONTypeError``, with the place.
  public static func list(json: JSONElement) throws(JSONTypeError) -> [Step] {
    guard case .array = json.value else { throw json.mismatch("an array of steps") }
    return try json.array().map(Step.init(json:))
  }
}
