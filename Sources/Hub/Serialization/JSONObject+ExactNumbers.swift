import FlowJSON

// Foundation's encoder writes 1.0 as 1 and -0.0 as -0, and its decoder reads both as integers. An object with such
// numbers is therefore encoded with an additional member, which contains the object's text. Decoding takes only numbers
// from this text, and only those that the object still has.

extension JSONObject {
  private static let textName = "exactNumbers"

  /// Encodes the object so that ``withExactNumbers`` can restore its numbers.
  func encodeExactly(to encoder: any Encoder) throws {
    var object = self
    if JSONValue.object(self).hasWholeDouble { object[Self.textName] = .string(JSONValue.object(self).jsonText) }
    try JSONValue.object(object).encode(to: encoder)
  }

  /// The decoded object, with the numbers as they were before encoding.
  var withExactNumbers: JSONObject {
    guard case .string(let text)? = self[Self.textName], let exact = try? JSONValue(parsing: text) else { return self }
    var object = self
    object[Self.textName] = nil
    guard case .object(let result) = JSONValue.object(object).takingNumbers(from: exact) else { return object }
    return result
  }
}

extension JSONValue {
  /// Whether the value contains a double without a fraction, such as 1.0.
  fileprivate var hasWholeDouble: Bool {
    switch self {
    case .number(let number): number.rounded() == number
    case .array(let elements): elements.contains { $0.hasWholeDouble }
    case .object(let members): members.contains { $0.value.hasWholeDouble }
    default: false
    }
  }

  fileprivate func takingNumbers(from exact: JSONValue) -> JSONValue {
    switch (self, exact) {
    case (.integer(let integer), .number(let number)) where Double(integer) == number: exact
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      .array(zip(elements, others).map { $0.takingNumbers(from: $1) })
    case (.object(let members), .object(let others)):
      .object(JSONObject(members.map { ($0.name, others[$0.name].map($0.value.takingNumbers) ?? $0.value) }))
    default: self
    }
  }
}
