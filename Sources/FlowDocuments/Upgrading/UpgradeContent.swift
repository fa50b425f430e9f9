import FlowJSON
import Nimbus

/// A conversion of the values of runs that an earlier version of the document has.
struct UpgradeContent: Sendable {
  let location: JSONLocation
  /// The latest version whose values it converts.
  let from: Int
  /// The new values by the ids of steps, with expressions that read the old ones.
  let values: [(step: String, template: JSONValue)]

  /// Returns the new values of a run, by the ids of their steps. A value is nil if nothing is left of it.
  ///
  /// A value whose expressions read only values that the run hasn't is left out: the run hasn't come to that step.
  ///
  /// - Parameters:
  ///   - isOwn: Whether the value of a step belongs to the values that are converted.
  ///   - read: Returns an old value by a name of its step; nil if the run hasn't one.
  /// - Returns: The values.
  func converted(
    where isOwn: (String) -> Bool, reading read: @escaping (String) -> JSONValue?
  ) -> [(step: String, value: JSONValue?)] {
    values.compactMap { step, template in
      guard isOwn(step) else { return nil }
      let names = template.statesRead
      guard names.isEmpty || names.contains(where: { read($0) != nil }) else { return nil }
      return (step, ExpressionSession(read).value(of: template).withoutNulls)
    }
  }
}

extension JSONValue {
  /// The names of the states that the expressions of a value read.
  fileprivate var statesRead: Set<String> {
    switch self {
    case .string(let text):
      ExpressionText(text).pieces.reduce(into: []) { names, piece in
        if case .expression(let node) = piece { node.collectStates(into: &names) }
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.statesRead) }
    case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.statesRead) }
    default: []
    }
  }

  /// The value without members that are null; nil if it is null.
  fileprivate var withoutNulls: JSONValue? {
    switch self {
    case .null: return nil
    case .object(let members):
      var kept = JSONObject()
      for (name, value) in members { kept[name] = value.withoutNulls }
      return .object(kept)
    default: return self
    }
  }
}

extension ExpressionText.Node {
  fileprivate func collectStates(into names: inout Set<String>) {
    switch self {
    case .literal: break
    case .state(let name, _): names.insert(name)
    case .call(_, let arguments): for argument in arguments { argument.collectStates(into: &names) }
    }
  }
}
