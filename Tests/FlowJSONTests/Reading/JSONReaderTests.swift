import FlowJSON
import FlowStateTesting
import Foundation
import Testing

@Suite("Reading values")
struct JSONReaderTests {
  @Test(
    "A number is an integer if it is written as one and fits into 64 bits, and otherwise a double",
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
      ("18446744073709551615", .number(18_446_744_073_709_551_616)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)),
      ("100000000000000000000", .number(1e20)), ("123456789012345678901234567890", .number(1.2345678901234568e29)),
      ("1.0", .number(1)), ("1e2", .number(100)), ("1E+2", .number(100)), ("1e-2", .number(0.01)),
      ("0.1", .number(0.1)), ("537.5975", .number(537.5975)), ("-2.5", .number(-2.5)),
      ("1e21", .number(1e21)), ("1e22", .number(1e22)), ("1e23", .number(1e23)),
      ("9007199254740993.0", .number(9_007_199_254_740_992)), ("9007199254740993e0", .number(9_007_199_254_740_992)),
      ("0.30000000000000004", .number(0.30000000000000004)),
      ("2.2250738585072014e-308", .number(.leastNormalMagnitude)),
      ("5e-324", .number(.leastNonzeroMagnitude)), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      ("1e-400", .number(0)), ("0e99999999999999999999", .number(0)), ("0.0e-99999999999999999999", .number(0)),
      ("1000000000000000000000000000000e-30", .number(1)), ("0.00000000000000000000000000000001e32", .number(1)),
    ] as [(String, JSONValue)])
  func numbers(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
    #expect(try JSONValue(parsing: "[\(text) ]") == [value])
  }

  @Test("A negative zero that is written as a double keeps its sign")
  func negativeZero() throws {
    guard case .number(let zero) = try JSONValue(parsing: "-0.0") else {
      Issue.record("-0.0 is a number")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test("The parser reads the description of any double, and short decimals, as Swift's Double does")
  func doubles() {
    var random = SeededGenerator(seed: 20_260_101)
    let texts = (0..<4_000).map { index in
      index % 2 == 0
        ? "\(Double(bitPattern: random.next()))"
        : "\(Int.random(in: -9_999_999...9_999_999, using: &random)).\(Int.random(in: 0...9_999, using: &random))"
    }
    // Infinities and NaN are not JSON.
    let wrong = texts.filter { text in
      guard let double = Double(text), double.isFinite else { return false }
      return (try? JSONValue(parsing: text)) != .number(double)
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "The parser reads strings and their escapes",
    arguments: [
      (#""""#, ""), (#""abc""#, "abc"), (#""seven77""#, "seven77"), (#""eight888""#, "eight888"),
      (#""a longer text, of more than fifteen bytes""#, "a longer text, of more than fifteen bytes"),
      (#""é 日本 😀""#, "é 日本 😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9""#, "Aéé"),
      (#""\uD83D\uDE00 and on""#, "😀 and on"), (#""\u0000""#, "\0"), ("\"\u{7F}\"", "\u{7F}"),
      (#""123456\"8\\0""#, "123456\"8\\0"), (#""\uFFFE\uFFFF""#, "\u{FFFE}\u{FFFF}"),
    ])
  func strings(text: String, value: String) throws {
    #expect(try JSONValue(parsing: text) == .string(value))
    #expect(try JSONValue(parsing: Data(text.utf8)) == .string(value))
  }

  @Test("The parser reads containers, literals and white space")
  func containers() throws {
    let text = " \r\n\t{ \"a\" : [ true , false , null , [ ] , { } ] , \"b\":{\"c\":[[1],[2.0]]}} \n"
    #expect(
      try JSONValue(parsing: text) == ["a": [true, false, nil, [], [:]], "b": ["c": [[1], [2.0]]]])
  }

  @Test("An object keeps the order of its members")
  func order() throws {
    guard case .object(let object) = try JSONValue(parsing: #"{"b":1,"a":2,"c":3}"#) else { return }
    #expect(object.names == ["b", "a", "c"])
  }

  @Test(
    "The last of several members with one name wins and takes the place of the first",
    arguments: [
      #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"b":2,"\u0061":3}"#, #"{"\u0061":1,"b":2,"a":3}"#,
      #"{"a":0,"b":2,"a":1,"a":3}"#,
    ])
  func duplicates(text: String) throws {
    guard case .object(let object) = try JSONValue(parsing: text) else { return }
    #expect(object.map { "\($0.name)=\($0.value)" } == ["a=3", "b=2"])
  }

  @Test("The last of several members with one name wins among many, also in another canonical form")
  func manyDuplicates() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<60 {
      let stems = ["", "a", "ab", "name", "é", "e\u{301}", "naïve"]
      let names = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        stems[Int.random(in: 0..<stems.count, using: &random)] + "\(Int.random(in: 0...5, using: &random))"
      }
      let text = "{" + names.enumerated().map { "\(JSONValue.string($1)):\($0)" }.joined(separator: ",") + "}"
      var expected: [String: Int] = [:]
      for (place, name) in names.enumerated() { expected[name] = place }
      guard case .object(let object) = try JSONValue(parsing: text) else { return }
      #expect(object.count == expected.count)
      for (name, place) in expected { #expect(object[name] == .integer(Int64(place)), "\(name) of \(text)") }
    }
  }

  @Test("The parser accepts 128 combining marks in a row and refuses more")
  func combiningMarks() throws {
    // The time to compare combining marks grows with the square of their number.
    let marks = String(repeating: "\u{301}\u{316}", count: 64)
    let string = "a\(marks)b\(marks)"
    #expect(try JSONValue(parsing: "[\"\(string)\"]") == [.string(string)])
    let expected = JSONSyntaxError(
      at: JSONPosition(line: 1, column: 2, offset: 1), expected: "at most 128 combining marks in a row", found: "more")
    #expect(throws: expected) { try JSONValue(parsing: "[\"a\(marks)\u{316}b\"]") }
    #expect(throws: expected) { try JSONValue(parsing: "[\"a\(marks)\\u0316b\"]") }
    #expect(throws: expected) { try JSONValue(parsing: "{\"a\(marks)\u{316}b\":1}") }
    // Text from a store is read without this limit.
    #expect(try JSONValue(stored: Array("[\"a\(marks)\u{316}b\"]".utf8)) == [.string("a\(marks)\u{316}b")])
  }

  @Test("The parser skips a byte order mark")
  func byteOrderMark() throws {
    #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF, UInt8(ascii: "1")]) == 1)
  }

  @Test("The parser reads a slice of data")
  func slice() throws {
    #expect(try JSONValue(parsing: Data("xx[1]xx".utf8).dropFirst(2).dropLast(2)) == [1])
  }
}
