import FlowJSON

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value?.isNull ?? true }

  func decode(_ type: String.Type) throws -> String {
    let text = try read(type, \.asText)
    if case .json(.string) = value { return text }
    hasMadeText = true
    return text
  }

  func decode(_ type: Bool.Type) throws -> Bool { try read(type, \.asBool) }
  func decode(_ type: Double.Type) throws -> Double { try read(type, \.asDouble) }
  func decode(_ type: Float.Type) throws -> Float { try read(type, \.asFloat) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let value else { throw DecodingError.missing(type, at: codingPath) }
    return try Self.make(type, of: value, key: nil, below: self, surroundings)
  }

  @inline(__always)
  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let integer = try read(type) { $0.asInteger(type) }
    if integer == .min || integer == .max, let value, !value.isInRange(of: type) { hasClamped = true }
    return integer
  }

  @inline(__always)
  private func read<T>(_ type: T.Type, _ coerced: (NimbusValue) -> T?) throws -> T {
    guard let value else { throw DecodingError.missing(type, at: codingPath) }
    guard let result = coerced(value) else { throw DecodingError.mismatch(type, found: value, at: codingPath) }
    return result
  }
}
