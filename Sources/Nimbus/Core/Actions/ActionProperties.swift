import FlowJSON

/// Reads the properties of an action of the core library.
struct ActionProperties {
  let event: ActionTriggeredEvent

  init(_ event: ActionTriggeredEvent) {
    self.event = event
  }

  subscript(key: String) -> NimbusValue? { event.action.properties?[key] }

  /// JSON that may be null; an event is none.
  func json(_ key: String) throws -> JSONValue {
    guard let value = self[key] else { return .null }
    guard let json = value.plain else { throw mismatch(key, "a value without events") }
    return json
  }

  /// Text that must be there; any value but null is taken as text, as when a component is decoded.
  func text(_ key: String) throws -> String {
    guard let text = try optionalText(key) else { throw mismatch(key, "a string") }
    return text
  }

  /// Text, if there is any.
  func optionalText(_ key: String) throws -> String? {
    switch self[key] {
    case nil, .json(.null)?: return nil
    case .json(let value)?: return value.canonicalText
    default: throw mismatch(key, "a string")
    }
  }

  /// A boolean that must be there.
  func bool(_ key: String) throws -> Bool {
    guard case .json(.bool(let bool))? = self[key] else { throw mismatch(key, "a bool") }
    return bool
  }

  /// An event, if there is one; an empty list is none.
  func event(_ key: String) throws -> ServerDrivenEvent? {
    switch self[key] {
    case nil, .json(.null)?, .json(.array([]))?: return nil
    case .event(let event)?: return event
    default: throw mismatch(key, "an event")
    }
  }

  /// A map, if there is one.
  func map(_ key: String) throws -> JSONObject {
    switch self[key] {
    case nil, .json(.null)?: return JSONObject()
    case .json(.object(let members))?: return members
    default: throw mismatch(key, "an object")
    }
  }

  /// The error that a property is not what it must be.
  func mismatch(_ key: String, _ expected: String) -> ActionFault {
    ActionFault("expected \(expected) for \"\(key)\", found \(self[key]?.foundText ?? "nothing").")
  }
}

/// Why an action of the core library did nothing. It is logged.
struct ActionFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
