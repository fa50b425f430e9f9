import FlowDurable
import FlowJSON

extension FlowRecord {
  /// The record as JSON, with its number.
  var numberedJSON: JSONValue {
    guard case .object(var object) = json else { return json }
    object["number"] = .integer(Int64(number))
    return .object(object)
  }
}
