import FlowJSON
import Testing

@Suite("Locations")
struct JSONLocationTests {
  @Test(
    "are written from the root down, odd names in brackets",
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
}
