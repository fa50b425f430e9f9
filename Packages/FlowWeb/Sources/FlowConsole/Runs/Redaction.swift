import FlowJSON

/// Hides parts of stored values.
///
/// Private values and sealed values are never shown.
struct Redaction: Sendable {
  /// The replacement of a private value.
  static let privateMark = JSONValue.string("🔒 private")
  /// The replacement of a sealed value.
  static let sealedMark = JSONValue.string("🔒 sealed")

  /// The names of the private keys.
  let privateKeys: Set<String>

  /// Returns the visible form of a record's value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the value. The value of a private key is replaced completely.
  /// - Returns: The visible form.
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
