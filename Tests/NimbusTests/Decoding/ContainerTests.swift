import FlowJSON
import Nimbus
import Testing

@Suite("Decoding containers")
struct ContainerTests {
  /// Runs a closure on a decoder.
  private struct Probe: Decodable {
    init(from decoder: any Decoder) throws {
      let key = CodingUserInfoKey(rawValue: "run")
      let run = key.flatMap { decoder.userInfo[$0] } as? (any Decoder) throws -> Void
      try run?(decoder)
    }
  }

  private func probe(_ value: JSONValue, _ run: @escaping (any Decoder) throws -> Void) throws {
    let key = try #require(CodingUserInfoKey(rawValue: "run"))
    _ = try NimbusDecoder.decode(Probe.self, from: value, userInfo: [key: run])
  }

  private enum Keys: String, CodingKey {
    case a, b, c
  }

  @Test("A keyed container reports keys, presence and null")
  func keyed() throws {
    try probe(["a": nil, "b": 1, "x": 2]) { decoder in
      let members = try decoder.container(keyedBy: Keys.self)
      #expect(members.allKeys == [.a, .b])
      #expect(members.contains(.a) && !members.contains(.c))
      #expect(try members.decodeNil(forKey: .a))
      #expect(try !members.decodeNil(forKey: .b))
      #expect(decodingOutcome { try members.decodeNil(forKey: .c) } == "no key c at ")
    }
  }

  @Test("An unkeyed container advances only when decoding succeeds")
  func unkeyed() throws {
    try probe([1, "x", nil, [2], ["a": 3], "end"]) { decoder in
      var list = try decoder.unkeyedContainer()
      #expect(list.count == 6)
      #expect(try list.decode(Int.self) == 1)
      #expect(decodingOutcome { try list.decode(Int.self) } == "mismatch Int at 1")
      #expect(try !list.decodeNil())
      #expect(list.currentIndex == 1)
      #expect(try list.decode(String.self) == "x")
      #expect(try list.decodeNil())
      #expect(
        decodingOutcome { try list.nestedContainer(keyedBy: Keys.self) } == "mismatch Dictionary<String, Any> at 3")
      var inner = try list.nestedUnkeyedContainer()
      #expect(inner.codingPath.map(\.intValue) == [3])
      #expect(try inner.decode(Int.self) == 2)
      #expect(inner.isAtEnd)
      #expect(decodingOutcome { try inner.decode(Int.self) } == "no value for Int at 3.1")
      #expect(decodingOutcome { try inner.decodeNil() } == "no value for Optional<JSONValue> at 3.1")
      let members = try list.nestedContainer(keyedBy: Keys.self)
      #expect(decodingOutcome { try members.decode(Bool.self, forKey: .a) } == "mismatch Bool at 4.a")
      #expect(try list.superDecoder().singleValueContainer().decode(String.self) == "end")
      #expect(list.isAtEnd && list.currentIndex == 6)
    }
  }

  @Test("Nested containers have the whole coding path")
  func nested() throws {
    try probe(["a": ["b": [true]]]) { decoder in
      let members = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .a)
      var list = try members.nestedUnkeyedContainer(forKey: .b)
      #expect(list.codingPath.map(\.stringValue) == ["a", "b"])
      #expect(try list.decode(Bool.self))
      #expect(decodingOutcome { try members.nestedUnkeyedContainer(forKey: .c) } == "no key c at a")
    }
  }

  @Test("NB-18: A superclass reads the same object, or the object under a key, which must be present")
  func inheritance() throws {
    let value: JSONValue = ["id": "1", "value": 1]
    let flat = try NimbusDecoder.decode(Flat.self, from: value)
    #expect(flat.id == "1" && flat.value == 1)
    #expect(decodingOutcome { try NimbusDecoder.decode(Nested.self, from: value) } == "no key id at super")
    let nested = try NimbusDecoder.decode(Nested.self, from: ["super": ["id": 2], "value": "1"] as JSONValue)
    #expect(nested.id == "2" && nested.value == 1)
  }

  private class Base: Decodable {
    let id: String
  }

  private final class Flat: Base {
    let value: Int

    required init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: SubKeys.self)
      value = try members.decode(Int.self, forKey: .value)
      try super.init(from: members.superDecoder())
    }
  }

  private final class Nested: Base {
    let value: Int

    required init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: SubKeys.self)
      value = try members.decode(Int.self, forKey: .value)
      try super.init(from: members.superDecoder(forKey: .super))
    }
  }

  private enum SubKeys: CodingKey {
    case value
    case `super`
  }

  @Test("Maps with integer keys are decoded")
  func numberKeys() throws {
    #expect(try NimbusDecoder.decode([Int: String].self, from: ["7": true] as JSONValue) == [7: "true"])
  }

  /// A type that reads JSON itself, as the models of other modules do.
  struct Raw: Decodable {
    let json: JSONValue
    init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }
  }

  @Test("JSON that a type reads itself isn't coerced, at any depth")
  func rawJSON() throws {
    struct Holder: Decodable {
      let one: Raw
      let list: [Raw]
      let missing: Raw?
    }
    let value: JSONValue = ["seconds": 1.5, "title": "7", "on": "true", "none": nil, "list": [2.0, "3"]]
    #expect(try NimbusDecoder.decode(Raw.self, from: value).json == value)
    let holder = try NimbusDecoder.decode(Holder.self, from: ["one": value, "list": [value, "9.90", 1]])
    #expect(holder.one.json == value && holder.list.map(\.json) == [value, "9.90", 1] && holder.missing == nil)
  }
}
