import FlowScreens
import Testing

@Suite("StyledText")
struct StyledTextTests {
  @Test("Adjacent pieces of the same style are joined")
  func joining() {
    let text = StyledText("a", .bold) + StyledText("b", .bold) + "" + "c"
    #expect(text.text == "abc")
    #expect(text.spans.map(\.text) == ["ab", "c"])
    #expect(text.spans.map(\.styles) == [[.bold], []])
  }

  @Test("A style is added to every piece")
  func styled() {
    let text = (StyledText("a", .bold) + "b").styled(.dim)
    #expect(text.spans.map(\.styles) == [[.bold, .dim], [.dim]])
  }

  @Test("A text is empty only without any characters")
  func empty() {
    #expect(StyledText().isEmpty)
    #expect(StyledText("", .bold).isEmpty)
    #expect(("" + StyledText("")).isEmpty)
    #expect(!StyledText(" ").isEmpty)
  }

  @Test("A text is appended at the end")
  func appending() {
    var text: StyledText = "a"
    text.append(StyledText("b", .red) + "c")
    #expect(text == "a" + StyledText("b", .red) + "c")
  }
}
