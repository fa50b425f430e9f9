import FlowJSON

/// The members of a decoder's object. They are stored in the decoder. Swift copies a container more often than it reads
/// a member, and each copy would retain and release the members.
extension ValueDecoder {
  @inline(__always)
  fileprivate func member(_ name: String) -> NimbusValue? {
    switch value {
    case .json(.object(let members)): members[name].map(NimbusValue.json)
    case .object(let members): members[name]
    default: nil
    }
  }

  fileprivate var memberNames: [String] {
    switch value {
    case .json(.object(let members)): members.names
    case .object(let members): members.keys.sorted()
    default: []
    }
  }
}

/// A container that reads the members of an object by key.
struct MembersContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder

  /// Creates a container for a decoder whose value is an object or absent.
  init(_ decoder: ValueDecoder) {
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    let names = decoder.memberNames
    var keys: [Key] = []
    keys.reserveCapacity(names.count)
    for name in names {
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { decoder.member(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try present(key).isNull }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key, \.asBool) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key, \.asText) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(type, key, \.asDouble) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key, \.asFloat) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try ValueDecoder.make(type, of: present(key), key: key, below: decoder, decoder.surroundings)
  }

  // These replace the default implementations, which look up each optional member three times.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try readIfPresent(type, key, \.asBool) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(type, key, \.asText)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(type, key, \.asDouble)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try readIfPresent(type, key) { $0.asInteger(type) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = decoder.member(key.stringValue), !value.isNull else { return nil }
    return try ValueDecoder.make(type, of: value, key: key, below: decoder, decoder.surroundings)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try below(key, try present(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try below(key, try present(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try below(key, decoder.member(key.stringValue)) }

  private func below(_ key: Key, _ value: NimbusValue?) throws -> ValueDecoder {
    try ValueDecoder(value, requested: nil, key: key, below: decoder, decoder.surroundings)
  }

  @inline(__always)
  private func present(_ key: Key) throws -> NimbusValue {
    guard let value = decoder.member(key.stringValue) else { throw DecodingError.missing(key, at: codingPath) }
    return value
  }

  @inline(__always)
  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ key: Key) throws -> Integer {
    try read(type, key) { $0.asInteger(type) }
  }

  @inline(__always)
  private func read<T>(_ type: T.Type, _ key: Key, _ coerced: (NimbusValue) -> T?) throws -> T {
    let value = try present(key)
    guard let result = coerced(value) else { throw DecodingError.mismatch(type, found: value, at: codingPath + [key]) }
    return result
  }

  @inline(__always)
  private func readIfPresent<T>(_ type: T.Type, _ key: Key, _ coerced: (NimbusValue) -> T?) throws -> T? {
    guard let value = decoder.member(key.stringValue), !value.isNull else { return nil }
    guard let result = coerced(value) else { throw DecodingError.mismatch(type, found: value, at: codingPath + [key]) }
    return result
  }
}
