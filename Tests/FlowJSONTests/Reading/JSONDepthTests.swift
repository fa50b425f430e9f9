import FlowJSON
import Foundation
import TestSupport
import Testing

@Suite("Deeply nested values on half a megabyte of stack")
struct JSONDepthTests {
  @Test("The parser reads 512 levels and refuses one more", arguments: [("[", "]", 1), ("{\"a\":", "}", 5)])
  func limit(begin: String, end: String, width: Int) throws {
    let deep = String(repeating: begin, count: 512)
    let inner = begin == "[" ? "" : "0"
    #expect(try JSONValue(parsing: deep + inner + String(repeating: end, count: 512)).jsonText.hasPrefix(deep))
    #expect(
      throws: JSONSyntaxError(
        at: JSONPosition(line: 1, column: 512 * width + 1, offset: 512 * width),
        expected: "at most 512 levels of arrays and objects", found: "one more")
    ) { try JSONValue(parsing: deep + begin + inner) }
  }

  @Test(
    "The parser reads as many levels as requested, but at most 1,024",
    arguments: [(0, 0), (1, 1), (7, 7), (1_024, 1_024), (.max, 1_024), (-1, 0)])
  func given(asked: Int, got: Int) throws {
    let text = String(repeating: "[", count: got) + "1" + String(repeating: "]", count: got)
    #expect(throws: Never.self) { try JSONValue(parsing: text, maximumDepth: asked) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[\(text)]", maximumDepth: asked) }
  }

  @Test("The parser refuses 100,000 openings without a close instead of overflowing the stack")
  func openings() async {
    await onSmallStack {
      for text in ["[", "{\"a\":", "[{\"\":"] {
        #expect(throws: JSONSyntaxError.self) {
          try JSONValue(parsing: String(repeating: text, count: 100_000), maximumDepth: .max)
        }
      }
    }
  }

  @Test(
    "The deepest possible value is read, compared, hashed, written, located and released",
    arguments: ["[", "{\"a\":0,\"b\":"])
  func everything(begin: String) async {
    await onSmallStack {
      let end = begin == "[" ? "]" : "}"
      let text = String(repeating: begin, count: 1_024) + "1" + String(repeating: end, count: 1_024)
      guard let value = try? JSONValue(parsing: text, maximumDepth: 1_024),
        let other = try? JSONValue(parsing: value.text(.prettySorted), maximumDepth: 1_024)
      else {
        Issue.record("The text is read.")
        return
      }
      #expect(value == other)
      #expect(value.hashValue == other.hashValue)
      #expect(value.jsonText == text)
      let component: JSONLocation.Component = begin == "[" ? .index(0) : .key("b")
      let location = JSONLocation(Array(repeating: component, count: 1_024))
      #expect(JSONPosition(of: location, in: text)?.offset == 1_024 * begin.utf8.count)
    }
  }

  @Test("Equality compares every level, and the hash includes only the upper levels")
  func bottom() throws {
    let (left, right) = (nested(1, levels: 1_000), nested(2, levels: 1_000))
    #expect((left == right) == false)
    #expect(left.hashValue == right.hashValue)
    #expect(nested(1, levels: 3).hashValue != nested(2, levels: 3).hashValue)
  }

  @Test("A value with 511 levels, which is Foundation's limit, passes through its coders")
  func coders() async {
    await onSmallStack {
      let value = nested(1, levels: 511)
      #expect(throws: Never.self) {
        let data = try JSONEncoder().encode(value)
        let back = try JSONDecoder().decode(JSONValue.self, from: data)
        #expect((back == value) == true)
      }
    }
  }

  @Test("Encoding refuses a value with more than 512 levels instead of overflowing the stack")
  func tooDeepToEncode() {
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(nested(1, levels: 513)) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.debugDescription == "The value is nested deeper than 512 levels.")
  }
}

private func nested(_ bottom: JSONValue, levels: Int) -> JSONValue {
  (0..<levels).reduce(bottom) { value, level in level % 2 == 0 ? [value] : ["member": value] }
}
