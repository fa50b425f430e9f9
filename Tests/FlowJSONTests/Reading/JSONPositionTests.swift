import FlowJSON
import Foundation
import Testing

@Suite("JSONPosition")
struct JSONPositionTests {
  static let text = """
    {
      "steps": [
        {"title": "One", "odd \\"name\\"": [[], {}, "x]"]},
        {"title": 5, "é": true, "title": 6}
      ],
      "last": null
    }
    """

  @Test(
    "A position has the line and column of the value at a location",
    arguments: [
      (JSONLocation(), 1, 1), (JSONLocation().key("steps"), 2, 12), (JSONLocation().key("last"), 6, 11),
      (JSONLocation().key("steps").index(0), 3, 5), (JSONLocation().key("steps").index(1), 4, 5),
      (JSONLocation().key("steps").index(0).key("title"), 3, 15),
      (JSONLocation().key("steps").index(0).key("odd \"name\"").index(0), 3, 39),
      (JSONLocation().key("steps").index(0).key("odd \"name\"").index(2), 3, 47),
      (JSONLocation().key("steps").index(1).key("é"), 4, 23),
      (JSONLocation().key("steps").index(1).key("title"), 4, 38),
    ])
  func position(location: JSONLocation, line: Int, column: Int) throws {
    let position = try #require(JSONPosition(of: location, in: Self.text))
    #expect(position.line == line)
    #expect(position.column == column)
    #expect(position == JSONPosition(of: location, in: Data(Self.text.utf8)))
    #expect(position == JSONPosition(closestTo: location, in: Self.text))
  }

  @Test(
    "A missing value has no position, and the closest position is that of its nearest ancestor",
    arguments: [
      (JSONLocation().key("none"), 1, 1), (JSONLocation().key("steps").index(2), 2, 12),
      (JSONLocation().key("steps").index(-1), 2, 12), (JSONLocation().key("steps").key("title"), 2, 12),
      (JSONLocation().key("steps").index(1).key("none").key("deeper"), 4, 5), (JSONLocation().index(0), 1, 1),
      (JSONLocation().key("last").key("x"), 6, 11),
    ])
  func absent(location: JSONLocation, line: Int, column: Int) {
    #expect(JSONPosition(of: location, in: Self.text) == nil)
    let closest = JSONPosition(closestTo: location, in: Array(Self.text.utf8))
    #expect(closest.line == line)
    #expect(closest.column == column)
  }

  @Test(
    "The search for a position ends in invalid JSON and finds nothing",
    arguments: [
      "", " ", "{", "{\"a\"", "{\"a\":", "[1", "[[", "]", "{\"b\" 1}", "[\"\\x\", 1]", "{\"a", "\"", "}{", "[}}}}",
      ",,,", "[1 2 3", "\u{FEFF}",
    ])
  func broken(text: String) {
    _ = JSONPosition(closestTo: JSONLocation().key("a"), in: text)
    _ = JSONPosition(closestTo: JSONLocation().index(1).index(3), in: text)
    #expect(JSONPosition(of: JSONLocation().key("a").key("b"), in: text) == nil)
  }

  @Test(
    "A position is found although what follows the value isn't JSON, or a name before it has many combining marks",
    arguments: [
      #"{"a": 1, "b": "x"#, #"{"a": 1, "b\x": 2}"#, #"{"a": 1, "b"#,
      "{\"a\": 1, \"b\(String(repeating: "\u{301}", count: 200))\": 2}",
    ])
  func brokenAfterwards(text: String) {
    let location = JSONLocation().key("a")
    #expect(JSONPosition(of: location, in: text)?.column == 7)
    #expect(JSONPosition(closestTo: location, in: text).column == 7)
  }

  @Test("The root of a text without a value has no position", arguments: ["", "  ", "\u{FEFF}"])
  func nothing(text: String) {
    #expect(JSONPosition(of: JSONLocation(), in: text) == nil)
  }
}
