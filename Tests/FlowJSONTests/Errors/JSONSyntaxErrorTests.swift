import FlowJSON
import Foundation
import Testing

@Suite("JSONSyntaxError")
struct JSONSyntaxErrorTests {
  static let digits400 = String(repeating: "9", count: 400)

  @Test(
    "A syntax error names the line and column, what was expected, and what was found",
    arguments: [
      ("", "Line 1, column 1: expected a value, found the end of the text."),
      ("  \n ", "Line 2, column 2: expected a value, found the end of the text."),
      (#"{"a": 1,}"#, #"Line 1, column 9: expected the name of a member, found "}"."#),
      ("{,}", #"Line 1, column 2: expected the name of a member or "}", found ","."#),
      ("{a: 1}", #"Line 1, column 2: expected the name of a member or "}", found "a"."#),
      ("{'a': 1}", #"Line 1, column 2: expected the name of a member or "}", found "'"."#),
      (#"{"a" 1}"#, #"Line 1, column 6: expected ":", found "1"."#),
      (#"{"a": }"#, #"Line 1, column 7: expected a value, found "}"."#),
      (#"{"a": 1 "b": 2}"#, #"Line 1, column 9: expected "," or "}", found a quotation mark."#),
      (#"{"a": 1"#, #"Line 1, column 8: expected "," or "}", found the end of the text."#),
      ("[1 2]", #"Line 1, column 4: expected "," or "]", found "2"."#),
      ("[1,]", #"Line 1, column 4: expected a value, found "]"."#),
      ("[,1]", #"Line 1, column 2: expected a value, found ","."#),
      ("[1}", #"Line 1, column 3: expected "," or "]", found "}"."#),
      ("[1]]", #"Line 1, column 4: expected the end of the text, found "]"."#),
      ("1\n2", "Line 2, column 1: expected the end of the text, found \"2\"."),
      ("[True]", #"Line 1, column 2: expected a value, found the word "True"."#),
      ("nul", #"Line 1, column 1: expected a value, found the word "nul"."#),
      ("nulll", #"Line 1, column 5: expected the end of the text, found "l"."#),
      ("NaN", #"Line 1, column 1: expected a value, found the word "NaN"."#),
      ("abcdefghijklmnopqrstuvwxyz", "Line 1, column 1: expected a value, found a long word."),
      ("+1", #"Line 1, column 1: expected a value, found "+"."#),
      ("é", "Line 1, column 1: expected a value, found \"é\"."),
      ("\u{1}", "Line 1, column 1: expected a value, found the control character 0x01."),
      ("\0", "Line 1, column 1: expected a value, found the control character 0x00."),
      ("-", "Line 1, column 2: expected a digit, found the end of the text."),
      ("-a", #"Line 1, column 2: expected a digit, found "a"."#),
      ("01", #"Line 1, column 2: expected no digit after a leading zero, found "1"."#),
      ("1.", "Line 1, column 3: expected a digit after the decimal point, found the end of the text."),
      ("1.e1", #"Line 1, column 3: expected a digit after the decimal point, found "e"."#),
      ("1e", "Line 1, column 3: expected a digit in the exponent, found the end of the text."),
      ("1e+]", #"Line 1, column 4: expected a digit in the exponent, found "]"."#),
      ("[1e400]", "Line 1, column 2: expected a number that fits in 64 bits, found 1e400."),
      (
        "-1e99999999999999999999",
        "Line 1, column 1: expected a number that fits in 64 bits, found -1e99999999999999999999."
      ),
      (digits400, "Line 1, column 1: expected a number that fits in 64 bits, found a long number."),
      ("\"abc", "Line 1, column 5: expected a closing quotation mark, found the end of the text."),
      ("\"ab\nc\"", "Line 1, column 4: expected a closing quotation mark, found a line break."),
      ("\"ab\tc\"", "Line 1, column 4: expected an escape for a control character, found a tab."),
      ("\"\u{1F}\"", "Line 1, column 2: expected an escape for a control character, found the control character 0x1F."),
      (#""\q""#, #"Line 1, column 3: expected one of " \ / b f n r t u after a backslash, found "q"."#),
      (#""\"#, #"Line 1, column 3: expected one of " \ / b f n r t u after a backslash, found the end of the text."#),
      (#""\u12g4""#, #"Line 1, column 6: expected four hexadecimal digits after "\u", found "g"."#),
      (#""\u12"#, #"Line 1, column 6: expected four hexadecimal digits after "\u", found the end of the text."#),
      (#""x\uD83D""#, "Line 1, column 3: expected a pair of surrogates, found only the first one."),
      (#""x\uD83Dabc""#, "Line 1, column 3: expected a pair of surrogates, found only the first one."),
      (#""x\uD83D\n""#, "Line 1, column 3: expected a pair of surrogates, found only the first one."),
      (#""x\uD83D\u0041""#, "Line 1, column 3: expected a pair of surrogates, found only the first one."),
      (#""x\uDE00""#, "Line 1, column 3: expected a pair of surrogates, found only the second one."),
    ])
  func messages(text: String, message: String) {
    #expect(message == Self.message(Array(text.utf8)))
  }

  @Test(
    "The parser refuses invalid UTF-8 and names the first byte of the invalid sequence",
    arguments: [
      ([0x80], "0x80"), ([0xC0, 0x80], "0xC0"), ([0xC1, 0xBF], "0xC1"), ([0xE0, 0x80, 0x80], "0xE0"),
      ([0xED, 0xA0, 0x80], "0xED"), ([0xF0, 0x80, 0x80, 0x80], "0xF0"), ([0xF4, 0x90, 0x80, 0x80], "0xF4"),
      ([0xF5, 0x80, 0x80, 0x80], "0xF5"), ([0xFF], "0xFF"), ([0xC3], "0xC3"), ([0xE2, 0x82], "0xE2"),
      ([0xF0, 0x9F, 0x98], "0xF0"), ([0xE2, 0x82, 0x22], "0xE2"),
    ] as [([UInt8], String)])
  func invalidUTF8(bytes: [UInt8], name: String) {
    let quote = UInt8(ascii: "\"")
    #expect(Self.message([quote] + bytes + [quote]) == "Line 1, column 2: expected UTF-8, found the byte \(name).")
    #expect(Self.message([quote] + bytes) == "Line 1, column 2: expected UTF-8, found the byte \(name).")
    #expect(Self.message(bytes + [quote]) == "Line 1, column 1: expected a value, found the byte \(name).")
  }

  @Test("A position counts lines by any line break, columns by Unicode scalars, and offsets by bytes")
  func positions() {
    let text = "[\r\n1,\r2,\n\"é😀\",  x]"
    #expect(
      throws: JSONSyntaxError(
        at: JSONPosition(line: 4, column: 8, offset: 20), expected: "a value", found: "\"x\"")
    ) { try JSONValue(parsing: text) }
  }

  @Test("A position does not count a byte order mark as a column")
  func byteOrderMark() {
    #expect(
      throws: JSONSyntaxError(at: JSONPosition(line: 1, column: 2, offset: 4), expected: "a value", found: "\"x\"")
    ) {
      try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[x".utf8))
    }
    #expect(Self.message([0xEF, 0xBB, 0xBF]) == "Line 1, column 1: expected a value, found the end of the text.")
    #expect(Self.message([0xEF, 0xBB]) == "Line 1, column 1: expected a value, found the byte 0xEF.")
  }

  static func message(_ bytes: [UInt8]) -> String? {
    do {
      let value = try JSONValue(parsing: bytes)
      return "no error but \(value)"
    } catch {
      return error.description
    }
  }
}
