public import FlowDurable
public import FlowJSON
import FlowState

/// The values of the steps that a run of a document has completed: an object with the values by the ids of the steps.
///
/// ```swift
/// let values = try await run.values()
/// print(try values[DocumentValues.self]?["name"]?["first"] ?? "no name yet")
/// ```
///
/// Going back to a step restores the values that the earlier visit began with.
public enum DocumentValues: DurableKey {
  /// The type of the values.
  public typealias Value = JSONValue
}

/// The answers to forms with a password, as ``DocumentValues`` has those to other forms. They are sealed in a store.
///
/// ```swift
/// let values = try await run.values()
/// print(try values[PrivateDocumentValues.self] == nil ? "no password yet" : "a password")
/// ```
public enum PrivateDocumentValues: DurableKey {
  /// The type of the values.
  public typealias Value = JSONValue
  /// True. Traces hide the values, and a durable flow requires a codec.
  public static let isPrivate = true
}

extension FlowContext {
  /// Returns the value of a step of the document; nil if it hasn't one.
  ///
  /// A form that an earlier version asked with a password, or without one, can have an older answer under the other key.
  func documentValue(of step: String, _ privateSteps: Set<String>) -> JSONValue? {
    let (open, sealed) = (self[DocumentValues.self]?[step], self[PrivateDocumentValues.self]?[step])
    return privateSteps.contains(step) ? sealed ?? open : open ?? sealed
  }

  /// Sets the value of a step of the document. A visit that ends without a value leaves that of an earlier visit.
  func setDocumentValue(_ value: JSONValue?, of step: String, isPrivate: Bool) {
    guard let value else { return }
    let key: any DurableKey<JSONValue>.Type = isPrivate ? PrivateDocumentValues.self : DocumentValues.self
    set(value, of: step, key)
  }

  private func set<Key: DurableKey<JSONValue>>(_ value: JSONValue, of step: String, _ key: Key.Type) {
    guard case .object(var members) = self[key, default: .object(JSONObject())] else { return }
    members[step] = value
    self[key] = .object(members)
  }
}
