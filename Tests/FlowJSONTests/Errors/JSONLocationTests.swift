import FlowJSON
import Testing

@Suite("JSONLocation")
struct JSONLocationTests {
  @Test(
    "A location is written from the root down, with unusual names in brackets",
    arguments: [
      (JSONLocation(), "$"), (JSONLocation().key("steps").index(0).key("title"), "$.steps[0].title"),
      (JSONLocation().key("a-b_C9"), "$.a-b_C9"), (JSONLocation().key("9a"), "$[\"9a\"]"),
      (JSONLocation().key(""), "$[\"\"]"), (JSONLocation().key("a.b"), "$[\"a.b\"]"),
      (JSONLocation().key("say \"hi\"\n"), "$[\"say \\\"hi\\\"\\n\"]"), (JSONLocation().key("é"), "$[\"é\"]"),
      (JSONLocation([.index(3), .key("_:component")]), "$[3][\"_:component\"]"),
    ])
  func description(location: JSONLocation, text: String) {
    #expect(location.description == text)
  }

  @Test("The description of a location shortens long names")
  func longNames() {
    let plain = String(repeating: "n", count: 500_000)
    #expect(JSONLocation().key(plain).index(1).description == "$.\(plain.prefix(100))…[1]")
    let odd = String(repeating: "é", count: 101)
    #expect(JSONLocation().key(odd).description == "$[\"\(odd.prefix(100))…\"]")
    #expect(JSONLocation().key(String(odd.dropLast())).description == "$[\"\(odd.prefix(100))\"]")
  }
}
