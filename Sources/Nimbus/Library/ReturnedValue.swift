import FlowJSON
import Foundation

/// Makes JSON of what an operation returns.
enum ReturnedValue {
  /// Nothing gives null; JSON, text, numbers, lists and maps are themselves; what else can be encoded is encoded.
  static func json(of value: Any) throws -> JSONValue {
    try json(of: value, depth: 1)
  }

  private static func json(of value: Any, depth: Int) throws -> JSONValue {
    guard depth <= NimbusLimits.valueDepth else {
      throw OperationFault("the value is nested deeper than \(NimbusLimits.valueDepth) levels")
    }
    switch value {
    case let value as JSONValue: return value
    case is Void: return .null
    case let value as Bool: return .bool(value)
    case let value as String: return .string(value)
    case let value as Double: return number(value)
    case let value as Float: return number(Double(value))
    case let value as any BinaryInteger: return Int64(exactly: value).map(JSONValue.integer) ?? number(Double(value))
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let wrapped = mirror.children.first?.value else { return .null }
      return try json(of: wrapped, depth: depth + 1)
    }
    if let elements = value as? [Any] {
      return .array(try elements.map { try json(of: $0, depth: depth + 1) })
    }
    if let members = value as? [String: Any] {
      return .object(
        JSONObject(try members.sorted { $0.key < $1.key }.map { ($0.key, try json(of: $0.value, depth: depth + 1)) }))
    }
    guard let encodable = value as? any Encodable else {
      throw OperationFault("a \(type(of: value)) cannot be made into JSON")
    }
    do {
      return try JSONValue(parsing: JSONEncoder().encode(encodable))
    } catch {
      throw OperationFault("the returned \(type(of: value)) cannot be made into JSON: \(error.sentence)")
    }
  }

  private static func number(_ value: Double) -> JSONValue {
    value.isFinite ? .number(value) : .null
  }
}
