import FlowJSON

/// Reads the properties of a core library action.
struct ActionProperties {
  let event: ActionTriggeredEvent

  init(_ event: ActionTriggeredEvent) {
    self.event = event
  }

  subscript(key: String) -> NimbusValue? { event.action.properties?[key] }

  /// Returns a property as JSON. Returns null if it's absent. Throws if the value contains an event.
  func json(_ key: String) throws -> JSONValue {
    guard let value = self[key] else { return .null }
    guard let json = value.plain else { throw mismatch(key, "a value without events") }
    return json
  }

  /// Returns a required property as text. All values except null are converted to text, as in components.
  func text(_ key: String) throws -> String {
    guard let text = try optionalText(key) else { throw mismatch(key, "a string") }
    return text
  }

  /// Returns a property as text. Returns `nil` if it's absent or null.
  func optionalText(_ key: String) throws -> String? {
    switch self[key] {
    case nil, .json(.null)?: return nil
    case .json(let value)?: return value.canonicalText
    default: throw mismatch(key, "a string")
    }
  }

  /// Returns a required property as a Boolean.
  func bool(_ key: String) throws -> Bool {
    guard case .json(.bool(let bool))? = self[key] else { throw mismatch(key, "a bool") }
    return bool
  }

  /// Returns a property as an event. Returns `nil` if it's absent, null or an empty list.
  func event(_ key: String) throws -> ServerDrivenEvent? {
    switch self[key] {
    case nil, .json(.null)?, .json(.array([]))?: return nil
    case .event(let event)?: return event
    default: throw mismatch(key, "an event")
    }
  }

  /// Returns a property as an object. The object is empty if the property is absent or null.
  func map(_ key: String) throws -> JSONObject {
    switch self[key] {
    case nil, .json(.null)?: return JSONObject()
    case .json(.object(let members))?: return members
    default: throw mismatch(key, "an object")
    }
  }

  /// Returns the error for a property that isn't of the expected type.
  func mismatch(_ key: String, _ expected: String) -> ActionFault {
    ActionFault("expected \(expected) for \"\(key)\", found \(self[key]?.foundText ?? "nothing").")
  }
}
