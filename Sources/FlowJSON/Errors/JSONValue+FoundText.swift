extension JSONValue {
  /// The value as an error message names it: its kind, and the value itself where it is short.
  public var foundText: String {
    switch self {
    case .null: "null"
    case .bool, .integer, .number: "the \(kind.rawValue) \(canonicalText)"
    case .string(let text) where text.count <= 40: "the string \(jsonText)"
    case .string: "a long string"
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
    case .object(let members): members.isEmpty ? "an empty object" : "an object"
    }
  }
}
