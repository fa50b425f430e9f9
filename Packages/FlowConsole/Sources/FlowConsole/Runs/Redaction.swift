import FlowJSON

/// Decides what of a stored value is shown.
///
/// Private values are never shown, and neither is what a codec has sealed.
struct Redaction: Sendable {
  /// What stands in the place of a private value.
  static let privateMark = JSONValue.string("🔒 private")
  /// What stands in the place of a sealed value.
  static let sealedMark = JSONValue.string("🔒 sealed")

  /// The names of the private keys.
  let privateKeys: Set<String>

  /// Returns a value of a record as it is shown.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the value. A private key's value isn't shown at all.
  /// - Returns: What is shown.
  func shown(_ value: JSONValue, named name: String) -> JSONValue {
    privateKeys.contains(name) ? Self.privateMark : shown(value)
  }

  private func shown(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(shown))
    case .object(let object):
      if object.count == 1, let sealed = object["sealed"], case .string = sealed { return Self.sealedMark }
      return .object(JSONObject(object.map { ($0.name, shown($0.value, named: $0.name)) }))
    default: return value
    }
  }
}
