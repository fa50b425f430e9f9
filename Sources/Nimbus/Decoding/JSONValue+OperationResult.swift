import FlowJSON
import FlowState
import Foundation

extension JSONValue {
  /// Creates a JSON value from the result of an operation, or from the value of an event.
  ///
  /// `nil` and `Void` become null. Strings, Booleans, numbers, arrays, dictionaries and JSON values keep their kind:
  /// integers become integers, and floating-point values become numbers. A URL becomes a string, and a `Decimal`
  /// becomes a number. Foundation's numbers and nulls, as in the result of `JSONSerialization`, become numbers and
  /// nulls. Any other `Encodable` value is encoded.
  ///
  /// - Parameter result: The value to convert.
  /// - Throws: `EncodingError` if the value, or a nested value, has any other type.
  package init(operationResult result: Any) throws {
    self = try Self(result, at: [])
  }

  init(_ result: Any, at path: [any CodingKey]) throws {
    // Optionals come first, because a cast also succeeds for the value in an optional, and the type of a number in one
    // is unknown.
    if let optional = result as? any OptionalValue {
      self = try optional.anyContent.map { try JSONValue($0, at: path) } ?? .null
      return
    }
    if let plain = Self.plain(result) {
      self = plain
      return
    }
    switch result {
    case let value as NimbusValue:
      guard case .json(let json) = value else { throw Self.unfit(result, at: path) }
      self = json
    case let elements as [Any]:
      self = .array(try elements.enumerated().map { try JSONValue($1, at: path + [PlaceKey($0)]) })
    case let members as [String: Any]:
      let names = members.keys.sorted()
      self = .object(
        JSONObject(try names.map { ($0, try JSONValue(members[$0] as Any, at: path + [AnyKey(stringValue: $0)])) }))
    case let value as any Encodable:
      guard path.count < NimbusDecoder.maximumDepth else { throw Self.unfit(result, at: path) }
      let target = EncodingTarget()
      try value.encode(to: ValueEncoder(target, at: path))
      guard let json = target.json else { throw Self.unfit(result, at: path) }
      self = json
    default: throw Self.unfit(result, at: path)
    }
  }

  private static func plain(_ result: Any) -> JSONValue? {
    switch result {
    case let value as JSONValue: value
    case let value as String: .string(value)
    // Foundation's numbers 0 and 1 can also be cast to `Bool`, and those without a fraction to `Int`.
    case let value where type(of: value) == Bool.self: .bool(value as? Bool ?? false)
    case let value where type(of: value) is NSNumber.Type: (value as? NSNumber).map(number)
    case is NSNull: .null
    case let value as Int: .integer(Int64(value))
    case let value as Double: .number(value)
    case let value as any BinaryInteger: Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
    case let value as Float: .number(Double(value))
    case let value as Decimal: .number(NSDecimalNumber(decimal: value).doubleValue)
    case let value as URL: .string(value.absoluteString)
    case let value as JSONObject: .object(value)
    case is Void: .null
    default: nil
    }
  }

  /// Returns a number of Foundation as a Boolean, an integer or a number, depending on its content.
  private static func number(_ number: NSNumber) -> JSONValue {
    let isBool = number === NSNumber(value: true) || number === NSNumber(value: false)
    return switch String(cString: number.objCType) {
    case "c" where isBool, "B": .bool(number.boolValue)
    case "f", "d": .number(number.doubleValue)
    case "Q": Int64(exactly: number.uint64Value).map { .integer($0) } ?? .number(number.doubleValue)
    default: .integer(number.int64Value)
    }
  }

  private static func unfit(_ result: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      result,
      EncodingError.Context(
        codingPath: path, debugDescription: "Expected a value that converts to JSON, found \(type(of: result))."))
  }
}
