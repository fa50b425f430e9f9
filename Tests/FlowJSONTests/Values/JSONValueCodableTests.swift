import FlowJSON
import Foundation
import Testing

@Suite("JSONValue and Codable")
struct JSONValueCodableTests {
  static let document: JSONValue = [
    "null": nil, "bools": [true, false], "integers": [0, 1, -1, .integer(.max), .integer(.min)],
    "numbers": [0.5, -2.25, 1e300], "strings": ["", "a", "1", "true", "é😀\n"],
    "nested": [[], [:], [[1], ["a": ["b": [nil]]]]],
  ]

  @Test("A value is the same after Foundation's coders encode and decode it")
  func roundTrip() throws {
    let data = try JSONEncoder().encode(Self.document)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == Self.document)
    #expect(try JSONValue(parsing: data) == Self.document)
  }

  @Test(
    "Foundation's coders agree with the parser about a root value of any kind",
    arguments: ["1", "true", "null", "\"a\"", "[]", "{}", "1.5"])
  func roots(text: String) throws {
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == JSONValue(parsing: text))
    #expect(try String(decoding: JSONEncoder().encode(JSONValue(parsing: text)), as: UTF8.self) == text)
  }

  @Test("Decoding distinguishes booleans from numbers")
  func kinds() throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data("[true, 1, 0, 1.5, false]".utf8))
    #expect(value == [true, 1, 0, 1.5, false])
  }

  @Test("JSONDecoder decodes 1.0 as an integer")
  func decoderDecides() throws {
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data("[1.0]".utf8)) == [1])
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode([1.0] as JSONValue)) == [1])
  }

  @Test("A codable type can contain values")
  func parts() throws {
    struct Envelope: Codable, Equatable {
      var id: Int
      var payload: JSONValue
      var rest: [String: JSONValue]?
    }
    let text = #"{"id":1,"payload":{"a":[1,null]},"rest":{"b":true}}"#
    let envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
    #expect(envelope == Envelope(id: 1, payload: ["a": [1, nil]], rest: ["b": true]))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try String(decoding: encoder.encode(envelope), as: UTF8.self) == text)
  }

  @Test("A value is the same after property list coders encode and decode it")
  func propertyLists() throws {
    let value: JSONValue = ["a": [1, true, "x", 2.5], "b": ["c": []]]
    let data = try PropertyListEncoder().encode(value)
    #expect(try PropertyListDecoder().decode(JSONValue.self, from: data) == value)
  }

  @Test("Encoding an infinite number throws an error")
  func infinity() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([.number(.infinity)] as JSONValue) }
  }
}
