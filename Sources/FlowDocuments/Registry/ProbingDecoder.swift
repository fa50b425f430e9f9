import FlowJSON
import Foundation

/// Finds the shape of the JSON from which a type decodes, by decoding samples.
///
/// The shape is as exact as the type's `Decodable` conformance lets it be: what can't be found is ``ValueShape/any``.
enum TypeProbe {
  static func shape<Value: Decodable>(of type: Value.Type) -> ValueShape {
    let probe = Probe(depth: 0, types: [])
    guard (try? probe.sample(type)) != nil else { return .any }
    return probe.shape
  }
}

/// A value that is being sampled.
private final class Probe {
  private static let deepest = 16

  private let depth: Int
  /// The types that are being sampled around this one. One that contains itself isn't sampled again.
  private let types: [ObjectIdentifier]
  private var found: ValueShape = .any
  private var members: [String: Probe] = [:]
  private var element: Probe?
  private var isOpen = false
  var isOptional = false

  init(depth: Int, types: [ObjectIdentifier]) {
    (self.depth, self.types) = (depth, types)
  }

  var shape: ValueShape {
    var shape = found
    if let element { shape = .list(element.shape) }
    if case .object = found { shape = .object(members.mapValues(\.shape), isOpen: isOpen) }
    return isOptional ? shape.orMissing : shape
  }

  func beKeyed() { found = .object([:], isOpen: false) }

  func beOpen() { isOpen = true }

  func member(_ name: String) -> Probe {
    if let member = members[name] { return member }
    let member = Probe(depth: depth + 1, types: types)
    members[name] = member
    return member
  }

  func makeElement() -> Probe {
    let new = element ?? Probe(depth: depth + 1, types: types)
    element = new
    return new
  }

  /// Whether samples of this value have elements.
  var hasElements: Bool { depth < Self.deepest }

  /// Returns a value of a type, and notes the shape of its JSON.
  func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let (value, shape) = Self.simple(type) {
      found = shape
      return value
    }
    if let cases = type as? any CaseIterable.Type, let (value, words) = Self.words(of: cases),
      let value = value as? Value
    {
      found = .oneOf(words)
      return value
    }
    let id = ObjectIdentifier(type)
    guard depth < Self.deepest, !types.contains(id) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The type contains itself."))
    }
    let inner = Probe(depth: depth, types: types + [id])
    inner.isOptional = isOptional
    let value = try Value(from: ProbingDecoder(probe: inner))
    take(inner)
    return value
  }

  private func take(_ probe: Probe) {
    (found, members, element, isOpen, isOptional) = (
      probe.found, probe.members, probe.element, probe.isOpen, probe.isOptional
    )
  }

  private static func simple<Value>(_ type: Value.Type) -> (Value, ValueShape)? {
    let samples: [(Any, ValueShape)] = [
      (false, .bool), ("", .text), (0, .integer), (0.0, .number), (Float(0), .number), (Int8(0), .integer),
      (Int16(0), .integer), (Int32(0), .integer), (Int64(0), .integer), (UInt(0), .integer), (UInt8(0), .integer),
      (UInt16(0), .integer), (UInt32(0), .integer), (UInt64(0), .integer), (Decimal(0), .number),
      (Date(timeIntervalSinceReferenceDate: 0), .number), (Data(), .text), (UUID(), .text),
      (URL(fileURLWithPath: "/"), .text), (JSONValue.null, .any),
    ]
    for (value, shape) in samples where Swift.type(of: value) == type {
      if let value = value as? Value { return (value, shape) }
    }
    return nil
  }

  /// Returns the first case of an enumeration, and the texts of all its cases.
  private static func words(of type: any CaseIterable.Type) -> (Any, [String])? {
    func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { type.allCases.map { $0 } }
    let cases = all(type)
    let words = cases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    guard let first = cases.first, words.count == cases.count else { return nil }
    return (first, words)
  }
}

private struct ProbingDecoder: Decoder {
  let probe: Probe
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    probe.beKeyed()
    return KeyedDecodingContainer(KeyedProbe(probe: probe))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    ElementProbe(probe: probe, element: probe.makeElement())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleProbe(probe: probe) }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: Probe
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] {
    // A type that asks for the members that there are takes any.
    probe.beOpen()
    return []
  }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    probe.member(key.stringValue).isOptional = true
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.member(key.stringValue).sample(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    ProbingDecoder(probe: probe.member(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    ProbingDecoder(probe: probe.member(key.stringValue)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { ProbingDecoder(probe: probe.member("super")) }
  func superDecoder(forKey key: Key) -> any Decoder { ProbingDecoder(probe: probe.member(key.stringValue)) }
}

private struct ElementProbe: UnkeyedDecodingContainer {
  let probe: Probe
  let element: Probe
  let codingPath: [any CodingKey] = []
  var currentIndex = 0

  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 || !probe.hasElements }

  init(probe: Probe, element: Probe) {
    (self.probe, self.element) = (probe, element)
  }

  mutating func decodeNil() -> Bool {
    element.isOptional = true
    return false
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try element.sample(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    currentIndex += 1
    return ProbingDecoder(probe: element).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return ProbingDecoder(probe: element).unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder {
    currentIndex += 1
    return ProbingDecoder(probe: element)
  }
}

private struct SingleProbe: SingleValueDecodingContainer {
  let probe: Probe
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool {
    probe.isOptional = true
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.sample(type) }
}
