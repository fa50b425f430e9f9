import FlowScreens
import Testing

@Suite("StyledText")
struct StyledTextTests {
  @Test("joins pieces of one style into one")
  func joining() {
    let text = StyledText("a", .bold) + StyledText("b", .bold) + "" + "c"
    #expect(text.text == "abc")
    #expect(text.spans.map(\.text) == ["ab", "c"])
    #expect(text.spans.map(\.styles) == [[.bold], []])
  }

  @Test("adds a style to every piece")
  func styled() {
    let text = (StyledText("a", .bold) + "b").styled(.dim)
    #expect(text.spans.map(\.styles) == [[.bold, .dim], [.dim]])
  }

  @Test("is empty only without any text")
  func empty() {
    #expect(StyledText().isEmpty)
    #expect(StyledText("", .bold).isEmpty)
    #expect(("" + StyledText("")).isEmpty)
    #expect(!StyledText(" ").isEmpty)
  }

  @Test("grows at its end")
  func appending() {
    var text: StyledText = "a"
    text.append(StyledText("b", .red) + "c")
    #expect(text == "a" + StyledText("b", .red) + "c")
  }
}
