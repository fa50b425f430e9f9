/// Any JSON, as one value.
///
/// ```swift
/// let profile: JSONValue = ["name": "Bo", "age": 33, "tags": ["a", "b"]]
/// profile["name"]          // .string("Bo")
/// profile["tags"]?[1]      // .string("b")
/// profile["age"] == 33.0   // false: 33 is an integer, 33.0 is not
/// ```
///
/// A boolean is never a number and an integer never a double: `true`, `1` and `1.0` are three different values. Equality
/// of objects ignores the order of their members.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number. Infinities and not-a-number have no JSON; writing one gives `null`.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name.
  case object(JSONObject)
}

extension JSONValue {
  /// The member of an object; nil when this is no object or has no such member.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  /// The element of an array; nil when this is no array or has no such element.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// What kind of value this is.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON with sorted names.
  public var description: String { jsonText }
}
