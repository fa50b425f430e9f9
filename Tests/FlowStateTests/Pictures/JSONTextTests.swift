import Foundation
import Testing

@testable import FlowState

/// Values as JSON.
struct JSONTextTests {
  @Test(
    "strings are escaped",
    arguments: [
      ("plain ü 👩‍👩‍👧", "\"plain ü 👩‍👩‍👧\""), ("a\"b\\c/", "\"a\\\"b\\\\c/\""), ("\n\r\t", "\"\\n\\r\\t\""),
      ("\r\n", "\"\\r\\n\""),
      ("\0\u{1}\u{1F} ", "\"\\u0000\\u0001\\u001f \""), ("\u{7F}\u{85}\u{9F}\u{A0}", "\"\\u007f\\u0085\\u009f\u{A0}\""),
      ("\u{2028}\u{2029}", "\"\\u2028\\u2029\""), ("", "\"\""),
    ])
  func strings(string: String, text: String) throws {
    #expect(JSONText.string(string).text == text)
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? String
    #expect(read.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
  }

  @Test("every scalar of the first plane comes back from a reader")
  func scalars() throws {
    var string = ""
    for value in UInt32(0)...0xFFFF {
      if let scalar = Unicode.Scalar(value), value != 0xFEFF { string.unicodeScalars.append(scalar) }
    }
    let text = JSONText.object([("all", .string(string))]).text
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
    #expect(read?["all"].map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
  }

  @Test("objects keep the order of their members")
  func objects() {
    let object = JSONText.object([
      ("z", .integer(-1)), ("a", .object([])), ("\"", .number("1.5")), ("n", .object([("x", .string("y"))])),
    ])
    #expect(object.text == #"{"z":-1,"a":{},"\"":1.5,"n":{"x":"y"}}"#)
  }
}
