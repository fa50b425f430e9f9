import Foundation
import Testing

@testable import FlowPictures

/// Strings as JSON.
struct JSONLiteralTests {
  @Test(
    "Strings are escaped as JSON literals",
    arguments: [
      ("plain ü 👩‍👩‍👧", "\"plain ü 👩‍👩‍👧\""), ("a\"b\\c/", "\"a\\\"b\\\\c/\""), ("\n\r\t", "\"\\n\\r\\t\""),
      ("\r\n", "\"\\r\\n\""),
      ("\0\u{1}\u{1F} ", "\"\\u0000\\u0001\\u001f \""), ("\u{7F}\u{85}\u{9F}\u{A0}", "\"\\u007f\\u0085\\u009f\u{A0}\""),
      ("\u{2028}\u{2029}", "\"\\u2028\\u2029\""), ("", "\"\""),
    ])
  func strings(string: String, text: String) throws {
    #expect(string.jsonLiteral == text)
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? String
    #expect(read.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
  }

  @Test("A JSON reader restores every scalar of the first plane")
  func scalars() throws {
    var string = ""
    for value in UInt32(0)...0xFFFF {
      if let scalar = Unicode.Scalar(value), value != 0xFEFF { string.unicodeScalars.append(scalar) }
    }
    let text = "{\"all\":\(string.jsonLiteral)}"
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
    #expect(read?["all"].map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
  }

  @Test("JSON literals can be member names and values")
  func members() throws {
    let text = "{\("\"".jsonLiteral):1.5,\("n\n".jsonLiteral):{\("x".jsonLiteral):\("y\\".jsonLiteral)}}"
    #expect(text == #"{"\"":1.5,"n\n":{"x":"y\\"}}"#)
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(read?["\""] as? Double == 1.5)
    #expect(read?["n\n"] as? [String: String] == ["x": "y\\"])
  }
}
