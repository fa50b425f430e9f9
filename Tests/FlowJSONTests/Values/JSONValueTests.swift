import FlowJSON
import Testing

@Suite("Values")
struct JSONValueTests {
  @Test(
    "written as literals have the kind that they are written in",
    arguments: [
      (nil, .null), (true, .bool), (1, .integer), (1.0, .number), ("a", .string), ("a\(1)", .string), ([1], .array),
      (["a": 1], .object), ([], .array), ([:], .object),
    ] as [(JSONValue, JSONKind)])
  func literals(value: JSONValue, kind: JSONKind) {
    #expect(value.kind == kind)
  }

  @Test("give members and elements, and nil where there are none")
  func subscripts() {
    let value: JSONValue = ["a": [1, ["b": nil]]]
    #expect(value["a"]?[0] == 1)
    #expect(value["a"]?[1]?["b"] == .null)
    #expect(value["b"] == nil)
    #expect(value[0] == nil)
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["a"]?["b"] == nil)
    #expect(JSONValue.null["a"] == nil)
  }

  @Test("describe themselves as JSON")
  func description() {
    #expect("\(["b": "x", "a": 1.0] as JSONValue)" == #"{"a":1.0,"b":"x"}"#)
    #expect("\("x" as JSONValue)" == #""x""#)
  }
}
