extension JSONValue {
  /// A description of the value for error messages: its kind and, if it's short, the value itself.
  public var foundText: String {
    switch self {
    case .null: "null"
    case .bool, .integer, .number: "the \(kind.rawValue) \(canonicalText)"
    case .string(let text) where !text.isLonger(than: 40): "the string \(jsonText)"
    case .string: "a long string"
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
    case .object(let members): members.isEmpty ? "an empty object" : "an object"
    }
  }
}
