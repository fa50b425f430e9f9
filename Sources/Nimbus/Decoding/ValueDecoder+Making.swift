import FlowJSON
import Foundation

extension ValueDecoder {
  /// Makes a type of a value. Plain types are made at once; only what has an `init(from:)` of its own gets a decoder.
  ///
  /// - Parameters:
  ///   - type: What to make.
  ///   - value: What to make it of.
  ///   - key: Where the value stands; nil if it is where the parent is.
  ///   - parent: The decoder above.
  ///   - surroundings: What all decoders share.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, or whatever an `init(from:)` of the type throws.
  static func make<T: Decodable>(
    _ type: T.Type, of value: NimbusValue, key: (any CodingKey)?, below parent: ValueDecoder?,
    _ surroundings: DecodingSurroundings
  ) throws -> T {
    // Comparing types is many times faster than casting to protocols. No generic type is named here, not even `T?`: asking
    // for its metadata costs more than all comparisons together.
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
      return decoder.hasMadeText ? try decoder.refusingEnum(result) : result
    } catch let error as DecodingError {
      return try decoder.anotherSpelling(of: type, after: error)
    }
  }

  /// The same value where the compiler only knows another name of its type, which the caller has compared.
  @inline(__always)
  static func same<A, B>(_ value: A, as type: B.Type) -> B { unsafeBitCast(value, to: type) }
}
