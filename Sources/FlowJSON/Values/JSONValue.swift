/// A JSON value of any kind.
///
/// ```swift
/// let profile: JSONValue = ["name": "Bo", "age": 33, "tags": ["a", "b"]]
/// profile["name"]          // .string("Bo")
/// profile["tags"]?[1]      // .string("b")
/// profile["age"] == 33.0   // false: 33 is an integer, 33.0 is not
/// ```
///
/// Booleans, integers and doubles are distinct: `true`, `1` and `1.0` are three different values. Equality of objects
/// ignores the order of their members.
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits in 64 bits.
  case integer(Int64)
  /// Any other number. JSON can't represent infinities and NaN, so they are written as `null`.
  case number(Double)
  /// A string.
  case string(String)
  /// An ordered list of values.
  case array([JSONValue])
  /// A set of named values.
  case object(JSONObject)
}

extension JSONValue {
  /// Returns a member of this object, or `nil` if the value isn't an object or has no such member.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  /// Returns an element of this array, or `nil` if the value isn't an array or has no such element.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Whether the value is `null`. Comparing it with `null` gives the same answer more slowly.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The kind of this value.
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
