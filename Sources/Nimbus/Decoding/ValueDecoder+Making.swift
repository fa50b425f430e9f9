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
    if let plain = plain(type, of: value) { return plain }
    let decoder = try ValueDecoder(value, requested: type, key: key, below: parent, surroundings)
    do {
      let result = try decoder.special(type) ?? T(from: decoder)
      guard decoder.hasMadeText else { return result }
      return try decoder.refusingEnum(result)
    } catch let error as DecodingError {
      return try decoder.anotherSpelling(of: type, after: error)
    }
  }

  /// The value as one of the types that most values are, if it is one as it stands. Comparing types is many times faster
  /// than casting to protocols.
  @inline(__always)
  private static func plain<T>(_ type: T.Type, of value: NimbusValue) -> T? {
    guard case .json(let json) = value else { return nil }
    switch json {
    case .string(let text):
      if type == String.self { return same(text, as: type) }
    case .integer(let integer):
      if type == Int.self { return Int(exactly: integer).map { same($0, as: type) } }
      if type == Double.self { return same(Double(integer), as: type) }
    case .number(let number):
      if type == Double.self { return same(number, as: type) }
    case .bool(let bool):
      if type == Bool.self { return same(bool, as: type) }
    default: break
    }
    return type == JSONValue.self ? same(json, as: type) : nil
  }

  /// The value as one of the types whose own way of decoding would not do here; nil for all other types.
  private func special<T>(_ type: T.Type) throws -> T? {
    if type == URL.self { return Self.same(try url(), as: type) }
    if type == Decimal.self { return Self.same(try decimal(), as: type) }
    if type == JSONValue.self { return Self.same(try json(), as: type) }
    return nil
  }

  /// The same value where the compiler only knows another name of its type, which the caller has compared.
  @inline(__always)
  static func same<A, B>(_ value: A, as type: B.Type) -> B { unsafeBitCast(value, to: type) }
}
