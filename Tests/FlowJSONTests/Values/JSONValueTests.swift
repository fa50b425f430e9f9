import FlowJSON
import Testing

@Suite("JSONValue")
struct JSONValueTests {
  @Test(
    "A literal makes a value of its own kind",
    arguments: [
      (nil, .null), (true, .bool), (1, .integer), (1.0, .number), ("a", .string), ("a\(1)", .string), ([1], .array),
      (["a": 1], .object), ([], .array), ([:], .object),
    ] as [(JSONValue, JSONKind)])
  func literals(value: JSONValue, kind: JSONKind) {
    #expect(value.kind == kind)
  }

  @Test("Subscripts return members and elements, or nil if there are none")
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

  @Test("The description of a value is JSON with sorted names")
  func description() {
    #expect("\(["b": "x", "a": 1.0] as JSONValue)" == #"{"a":1.0,"b":"x"}"#)
    #expect("\("x" as JSONValue)" == #""x""#)
  }
}
