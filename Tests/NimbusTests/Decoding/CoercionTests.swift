import FlowJSON
import Foundation
import Nimbus
import Testing

private func outcome<T: Decodable>(_ type: T.Type, _ value: JSONValue) -> String {
  decodingOutcome { try NimbusDecoder.decode(Keyed<T>.self, from: ["k": value] as JSONValue).k }
}

@Suite("Coercion")
struct CoercionTests {
  @Test(
    "NB-01: Every plain value except null is decoded as text",
    arguments: [(true, "true"), (1, "1"), (1.0, "1.0"), ("x", "x"), (nil, "mismatch String at k")]
      as [(JSONValue, String)]
  )
  func text(value: JSONValue, expected: String) {
    #expect(outcome(String.self, value) == expected)
  }

  @Test(
    "NB-02: Fractions and numeric text are decoded as integers",
    arguments: [
      (1.9, 1), (-1.9, -1), ("537.5975", 537), ("725487", 725487), ("1e3", 1000),
      ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.9", 9_007_199_254_740_993),
    ] as [(JSONValue, Int)])
  func integers(value: JSONValue, expected: Int) {
    #expect(outcome(Int.self, value) == "\(expected)")
  }

  @Test("NB-03: A number that does not fit an integer type becomes the nearest bound")
  func saturates() {
    #expect(outcome(Int8.self, 300) == "127")
    #expect(outcome(UInt8.self, -5) == "0")
    #expect(outcome(UInt8.self, "256") == "255")
    #expect(outcome(Int.self, 1e300) == "\(Int.max)")
    #expect(outcome(Int.self, -1e300) == "\(Int.min)")
    #expect(outcome(Int.self, "1e400") == "\(Int.max)")
    #expect(outcome(UInt.self, "-99999999999999999999999") == "0")
    #expect(outcome(UInt64.self, "18446744073709551615") == "18446744073709551615")
    #expect(outcome(UInt64.self, "99999999999999999999999.5") == "18446744073709551615")
    #expect(outcome(Int.self, .number(.infinity)) == "\(Int.max)")
    #expect(outcome(Int.self, .number(.nan)) == "mismatch Int at k")
  }

  @Test(
    "NB-04: Only numbers and numeric text are decoded as doubles",
    arguments: [
      (1, "1.0"), ("537.5975", "537.5975"), (".5", "0.5"), ("1.", "1.0"), ("+5", "5.0"), ("-.5e1", "-5.0"),
      (true, "mismatch Double at k"), ("abc", "mismatch Double at k"), ("", "mismatch Double at k"),
      (" 1", "mismatch Double at k"), ("1 ", "mismatch Double at k"), ("1_000", "mismatch Double at k"),
      ("1,5", "mismatch Double at k"), ("0x10", "mismatch Double at k"), ("nan", "mismatch Double at k"),
      ("inf", "mismatch Double at k"), ("1e400", "inf"), ("-1e309", "-inf"), (".", "mismatch Double at k"),
      ("1e", "mismatch Double at k"), ("+", "mismatch Double at k"), ("--1", "mismatch Double at k"),
      ("١", "mismatch Double at k"),
    ] as [(JSONValue, String)])
  func doubles(value: JSONValue, expected: String) {
    #expect(outcome(Double.self, value) == expected)
  }

  @Test(
    "Integers are decoded from the same forms of numeric text as doubles",
    arguments: [(".5", "0"), ("1.", "1"), ("-.5", "0"), ("-0", "0"), ("+5", "5")])
  func integersOfText(text: String, expected: String) {
    #expect(outcome(UInt8.self, .string(text)) == expected)
    #expect(outcome(Int.self, .string(text)) == expected)
  }

  @Test("A number that is too large for a Float is infinite")
  func singles() {
    #expect(outcome(Float.self, 1e300) == "inf")
    #expect(outcome(Float.self, "1e300") == "inf")
    #expect(outcome(Float.self, "-1e300") == "-inf")
    #expect(outcome(Float.self, 0.1) == "0.1")
  }

  @Test("NB-05: Only booleans are decoded as booleans", arguments: ["true", 1, 0, nil] as [JSONValue])
  func booleans(value: JSONValue) {
    #expect(outcome(Bool.self, value) == "mismatch Bool at k")
  }

  @Test("NB-08: Only lists are decoded as lists, element by element")
  func lists() {
    #expect(outcome([Int].self, "x") == "mismatch Array<Int> at k")
    #expect(outcome([String: Int].self, [1]) == "mismatch Dictionary<String, Int> at k")
    #expect(outcome([Int].self, [1, "2", 3.9]) == "[1, 2, 3]")
    #expect(outcome([Int?].self, [1, nil]) == "[Optional(1), nil]")
  }

  @Test("Dates and data are decoded by their own conformances")
  func datesAndData() {
    #expect(outcome(Date.self, 0) == "\(Date(timeIntervalSinceReferenceDate: 0))")
    #expect(outcome(Date.self, "1.5") == "\(Date(timeIntervalSinceReferenceDate: 1.5))")
    #expect(outcome(Data.self, [1, 2]) == "\(Data([1, 2]))")
  }

  @Test(
    "Decimals are decoded digit by digit and limited to their range",
    arguments: [
      (3.133, "3.133"), ("0.1", "0.1"), ("+5", "5"), (7, "7"), ("1e2", "100"), ("-.5", "-0.5"), ("1.", "1"),
      ("1e999", "\(Decimal.greatestFiniteMagnitude)"), ("-1e999", "\(-Decimal.greatestFiniteMagnitude)"),
      (1e200, "\(Decimal.greatestFiniteMagnitude)"), ("1e165", "1\(String(repeating: "0", count: 165))"),
      ("1e-999", "0"), ("-1e-99999999999999999999", "0"), ("0e99999999999999999999", "0"), ("00.00", "0"),
      ("1.5e-128", "0.\(String(repeating: "0", count: 127))2"), ("4e-129", "0"),
      ("9223372036854775808", "9223372036854775808"),
      ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
      ("340282366920938463463374607431768211456", "340282366920938463463374607431768211460"),
      ("0.1234567890123456789012345678901234567899", "0.12345678901234567890123456789012345679"),
      ("99999999999999999999999999999999999999999", "100000000000000000000000000000000000000000"),
      ("abc", "mismatch Decimal at k"), (true, "mismatch Decimal at k"),
    ] as [(JSONValue, String)])
  func decimals(value: JSONValue, expected: String) {
    #expect(outcome(Decimal.self, value) == expected)
  }

  @Test(
    "A URL is decoded unchanged or refused",
    arguments: [
      ("é", "corrupted at k"), ("a b", "corrupted at k"), ("", "corrupted at k"),
      ("spotify:hub:target", "spotify:hub:target"), ("5", "5"),
    ])
  func urls(text: String, expected: String) {
    #expect(outcome(URL.self, .string(text)) == expected)
  }

  @Test("JSON is decoded unchanged")
  func json() {
    #expect(outcome(JSONValue.self, ["a": [1, 1.0, nil]]) == "\(["a": [1, 1.0, nil]] as JSONValue)")
    #expect(outcome(JSONValue.self, nil) == "\(JSONValue.null)")
  }
}
