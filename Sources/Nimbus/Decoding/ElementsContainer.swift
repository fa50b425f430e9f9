import FlowJSON

/// The elements that an unkeyed container reads.
enum Elements {
  case json([JSONValue])
  case mixed([NimbusValue])
  /// The names and values of an object, alternating.
  case pairs([(name: String, value: NimbusValue)])

  var count: Int {
    switch self {
    case .json(let elements): elements.count
    case .mixed(let elements): elements.count
    case .pairs(let members): 2 * members.count
    }
  }

  @inline(__always)
  subscript(index: Int) -> NimbusValue {
    switch self {
    case .json(let elements): .json(elements[index])
    case .mixed(let elements): elements[index]
    case .pairs(let members): index % 2 == 0 ? .json(.string(members[index / 2].name)) : members[index / 2].value
    }
  }

  /// Returns the coding key of an element.
  func key(at index: Int) -> any CodingKey {
    guard case .pairs(let members) = self, index < count else { return PlaceKey(index) }
    return AnyKey(stringValue: members[index / 2].name)
  }
}

/// A container that reads the elements of a list in order. If an element can't be decoded, the position doesn't
/// advance.
struct ElementsContainer: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let elements: Elements
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder, _ elements: Elements) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current(JSONValue?.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type, \.asBool) }
  mutating func decode(_ type: String.Type) throws -> String { try read(type, \.asText) }
  mutating func decode(_ type: Double.Type) throws -> Double { try read(type, \.asDouble) }
  mutating func decode(_ type: Float.Type) throws -> Float { try read(type, \.asFloat) }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let result = try ValueDecoder.make(
      type, of: current(type), key: elements.key(at: currentIndex), below: decoder, decoder.surroundings)
    if case .pairs(let members) = elements, currentIndex.isMultiple(of: 2) {
      try decoder.note(result, for: members[currentIndex / 2].name)
    }
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try below(current([String: Any].self)).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try below(current([Any].self)).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try below(current((any Decoder).self))
    currentIndex += 1
    return decoder
  }

  private func below(_ value: NimbusValue) throws -> ValueDecoder {
    try ValueDecoder(value, requested: nil, key: elements.key(at: currentIndex), below: decoder, decoder.surroundings)
  }

  @inline(__always)
  private func current(_ type: any Any.Type) throws -> NimbusValue {
    guard !isAtEnd else { throw DecodingError.missing(type, at: codingPath + [elements.key(at: currentIndex)]) }
    return elements[currentIndex]
  }

  @inline(__always)
  private mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    try read(type) { $0.asInteger(type) }
  }

  @inline(__always)
  private mutating func read<T>(_ type: T.Type, _ coerced: (NimbusValue) -> T?) throws -> T {
    let value = try current(type)
    guard let result = coerced(value) else {
      throw DecodingError.mismatch(type, found: value, at: codingPath + [elements.key(at: currentIndex)])
    }
    currentIndex += 1
    return result
  }
}

/// The coding key of a list's element.
struct PlaceKey: CodingKey {
  private let index: Int

  init(_ index: Int) {
    self.index = index
  }

  init?(stringValue: String) {
    guard let index = Int(stringValue) else { return nil }
    self.index = index
  }

  init?(intValue: Int) {
    index = intValue
  }

  var stringValue: String { String(index) }
  var intValue: Int? { index }
}
