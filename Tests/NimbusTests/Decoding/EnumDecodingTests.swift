import FlowJSON
import Nimbus
import Testing

@Suite("Decoding of enums")
struct EnumDecodingTests {
  @Test(
    "NB-06 matches in whatever case",
    arguments: [
      ("SEMIBOLD", "semiBold"), ("thin", "thin"), ("Thin", "thin"), ("x", "corrupted at "), (3, "mismatch Weight at "),
      (nil, "mismatch Weight at "), (true, "mismatch Weight at "), ([], "mismatch Weight at "),
    ] as [(JSONValue, String)])
  func weights(value: JSONValue, expected: String) {
    #expect(decodingOutcome { try NimbusDecoder.decode(Weight.self, from: value) } == expected)
  }

  @Test("takes an exact match first, else the first in the order of declaration")
  func exactFirst() throws {
    #expect(try NimbusDecoder.decode(Twins.self, from: "B" as JSONValue) == .upper)
    #expect(try NimbusDecoder.decode(Twins.self, from: "b" as JSONValue) == .lower)
    #expect(try NimbusDecoder.decode(Twins.self, from: "ABC" as JSONValue) == .first)
  }

  @Test(
    "tries the usual spellings where an enum does not tell its cases",
    arguments: [
      ("Info", "info"), ("INFO", "info"), ("get", "get"), ("GET", "get"), ("SemiBold", "semiBold"),
      ("SEMIBOLD", "corrupted at "), ("POST", "post"), ("post", "post"),
    ])
  func spellings(text: String, expected: String) {
    #expect(decodingOutcome { try NimbusDecoder.decode(Untold.self, from: .string(text) as JSONValue) } == expected)
  }

  @Test("finds enums in lists, optionals and nested types, with their paths")
  func everywhere() {
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight].self, from: ["Thin", "x"] as JSONValue) } == "corrupted at 1")
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight?].self, from: ["Thin", nil] as JSONValue).count } == "2")
    #expect(
      decodingOutcome { try NimbusDecoder.decode([String: Keyed<Weight?>].self, from: ["a": ["k": 3]] as JSONValue) }
        == "mismatch Weight at a.k")
  }

  @Test("matches numbers by raw value, and lists what would have been right")
  func numbers() throws {
    #expect(decodingOutcome { try NimbusDecoder.decode(Level.self, from: "2.9" as JSONValue) } == "two")
    let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Level.self, from: 5 as JSONValue) }
    #expect(error?.message == "Expected Level, found the integer 5.")
    let other = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Weight.self, from: "x" as JSONValue) }
    #expect(other?.message == "Expected Weight (thin, semiBold), found the string \"x\".")
  }

  @Test("leaves types alone that are a string but no enum")
  func noEnum() throws {
    #expect(try NimbusDecoder.decode(Tag.self, from: 3 as JSONValue).rawValue == "3")
  }
}

private enum Weight: String, CaseIterable, Decodable {
  case thin, semiBold
}

private enum Twins: String, CaseIterable, Decodable {
  case lower = "b"
  case upper = "B"
  case first = "abC"
  case second = "aBc"
}

private enum Untold: String, Decodable {
  case info, semiBold
  case get = "Get"
  case post = "POST"
}

private enum Level: Int, Decodable {
  case one = 1
  case two
}

private struct Tag: RawRepresentable, Decodable {
  let rawValue: String
}
