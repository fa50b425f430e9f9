import FlowJSON
import FlowState

extension VariantAssignment {
  /// Reads an assignment from a record.
  init(_ element: JSONElement) throws(JSONTypeError) {
    let reason: Reason
    switch try element["reason"].string() {
    case "assigned": reason = .assigned
    case "kept": reason = .kept
    case "forced": reason = .forced
    case "overridden": reason = .overridden
    case "excluded": reason = .excluded(by: try element["group"].string())
    case "notTargeted": reason = .notTargeted
    case "notCovered": reason = .notCovered
    default: throw element["reason"].mismatch("the reason of an assignment")
    }
    self.init(
      experiment: try element["experiment"].string(), variant: try element["variant"].string(), reason: reason)
  }

  /// The assignment as a member of a record.
  var json: JSONValue {
    var object: JSONObject = ["experiment": .string(experiment), "variant": .string(variant)]
    switch reason {
    case .assigned: object["reason"] = "assigned"
    case .kept: object["reason"] = "kept"
    case .forced: object["reason"] = "forced"
    case .overridden: object["reason"] = "overridden"
    case .excluded(let group):
      object["reason"] = "excluded"
      object["group"] = .string(group)
    case .notTargeted: object["reason"] = "notTargeted"
    case .notCovered: object["reason"] = "notCovered"
    }
    return .object(object)
  }
}
