import FlowJSON
import Foundation

extension ValueDecoder {
  /// Decodes a type from a value. Plain types are converted directly. Only types with their own `init(from:)` receive a
  /// decoder.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - value: The value to decode from.
  ///   - key: The key of the value. `nil` if the value is the parent's own value.
  ///   - parent: The decoder above.
  ///   - surroundings: The data that all decoders share.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`, or any error that an `init(from:)` throws.
  static func make<T: Decodable>(
    _ type: T.Type, of value: NimbusValue, key: (any CodingKey)?, below parent: ValueDecoder?,
    _ surroundings: DecodingSurroundings
  ) throws -> T {
    // Comparing types is many times faster than casting to protocols. Don't name a generic type here, not even `T?`,
    // because requesting its metadata costs more than all comparisons together.
    if case .json(let json) = value {
      switch json {
      case .string(let text):
        if type == String.self { return same(text, as: type) }
      case .integer(let integer):
        if type == Int.self, let whole = Int(exactly: integer) { return same(whole, as: type) }
        if type == Double.self { return same(Double(integer), as: type) }
      case .number(let number):
        if type == Double.self { return same(number, as: type) }
      case .bool(let bool):
        if type == Bool.self { return same(bool, as: type) }
      default: break
      }
      if type == JSONValue.self { return same(json, as: type) }
    }
    let decoder = try ValueDecoder(value, requested: type, key: key, below: parent, surroundings)
    if type == URL.self { return same(try decoder.url(), as: type) }
    if type == Decimal.self { return same(try decoder.decimal(), as: type) }
    if type == JSONValue.self { return same(try decoder.json(), as: type) }
    do {
      let result = try T(from: decoder)
      return decoder.hasMadeText || decoder.hasClamped ? try decoder.refusingEnum(result) : result
    } catch let error as DecodingError {
      return try decoder.anotherSpelling(of: type, after: error)
    }
  }

  /// Returns the value as type `B`. The caller has checked that both types are the same.
  @inline(__always)
  static func same<A, B>(_ value: A, as type: B.Type) -> B { unsafeBitCast(value, to: type) }
}
