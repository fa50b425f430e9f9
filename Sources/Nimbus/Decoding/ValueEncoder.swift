import FlowJSON

/// Stores the output of an encoder for one place in the result.
final class EncodingTarget {
  private enum Content {
    case nothing
    case value(JSONValue)
    case members([(String, EncodingTarget)])
    case elements([EncodingTarget])
  }

  private var content = Content.nothing

  /// The value that was written. It's `nil` if nothing was written.
  var json: JSONValue? {
    switch content {
    case .nothing: nil
    case .value(let value): value
    case .members(let members): .object(JSONObject(members.map { ($0, $1.json ?? .object([:])) }))
    case .elements(let elements): .array(elements.map { $0.json ?? .object([:]) })
    }
  }

  var count: Int {
    guard case .elements(let elements) = content else { return 0 }
    return elements.count
  }

  func set(_ value: JSONValue) { content = .value(value) }

  func becomeObject() {
    if case .members = content { return }
    content = .members([])
  }

  func becomeList() {
    if case .elements = content { return }
    content = .elements([])
  }

  func member(_ name: String) -> EncodingTarget {
    let target = EncodingTarget()
    guard case .members(var members) = content else { return target }
    content = .nothing
    members.append((name, target))
    content = .members(members)
    return target
  }

  func element() -> EncodingTarget {
    let target = EncodingTarget()
    guard case .elements(var elements) = content else { return target }
    content = .nothing
    elements.append(target)
    content = .elements(elements)
    return target
  }
}

/// Encodes values as JSON. A double such as `1.0` remains a number, whereas Foundation's encoder writes it as `1`.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  private let target: EncodingTarget
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ target: EncodingTarget, at path: [any CodingKey]) {
    self.target = target
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    target.becomeObject()
    return KeyedEncodingContainer(KeyedTarget(target: target, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    target.becomeList()
    return ListTarget(target: target, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { target.set(.null) }
  func encode(_ value: some Encodable) throws { target.set(try JSONValue(value, at: codingPath)) }
}

private struct KeyedTarget<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let target: EncodingTarget
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { target.member(key.stringValue).set(.null) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    target.member(key.stringValue).set(try JSONValue(value, at: codingPath + [key]))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    below(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { below(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { ValueEncoder(target.member("super"), at: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { below(key) }

  private func below(_ key: Key) -> ValueEncoder {
    ValueEncoder(target.member(key.stringValue), at: codingPath + [key])
  }
}

private struct ListTarget: UnkeyedEncodingContainer {
  let target: EncodingTarget
  let codingPath: [any CodingKey]
  var count: Int { target.count }

  func encodeNil() { target.element().set(.null) }

  func encode(_ value: some Encodable) throws {
    let path = codingPath + [PlaceKey(count)]
    target.element().set(try JSONValue(value, at: path))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    below().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { below().unkeyedContainer() }
  func superEncoder() -> any Encoder { below() }

  private func below() -> ValueEncoder {
    let path = codingPath + [PlaceKey(count)]
    return ValueEncoder(target.element(), at: path)
  }
}
