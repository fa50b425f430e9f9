import FlowScreens
import Testing

@Suite("StyledText, truncated and padded")
struct StyledTextFittingTests {
  @Test(
    "A text that is too wide is cut with an ellipsis",
    arguments: [
      ("a long title", 12, "a long title"),
      ("a long title", 11, "a long tit…"),
      ("ab", 1, "…"),
      ("a", 1, "a"),
      ("ab", 0, ""),
      ("ab", -3, ""),
      ("李小龍", 6, "李小龍"),
      ("李小龍", 5, "李小…"),
      ("李小龍", 4, "李…"),
      ("李小龍", 1, "…"),
      ("a\nb", 5, "a b"),
      ("\u{1B}[2J", 4, "\\u{…"),
      ("é\u{200D}👧", 2, "é…"),
      ("é\u{200D}👧", 3, "é\u{200D}👧"),
      ("", 4, ""),
    ])
  func truncated(text: String, width: Int, result: String) {
    #expect(StyledText(text).truncated(width: width).text == result)
  }

  @Test(
    "A padded text has exactly the given width",
    arguments: [
      ("Bo", 4, "Bo  "), ("Bo", 2, "Bo"), ("Bob", 2, "B…"), ("李小", 3, "李…"), ("李小龍", 4, "李… "), ("", 2, "  "),
      ("Bo", 0, ""),
    ])
  func padded(text: String, width: Int, result: String) {
    #expect(StyledText(text).padded(width: width).text == result)
  }

  @Test("A cut text keeps its style, and padding has no style")
  func styles() {
    let text = StyledText("ab", .bold) + StyledText("cdef", .red)
    #expect(text.truncated(width: 4) == StyledText("ab", .bold) + StyledText("c…", .red))
    #expect(StyledText("a", .inverse).padded(width: 3) == StyledText("a", .inverse) + "  ")
  }

  @Test("Truncating and wrapping keep at most 32 scalars of a character")
  func marks() {
    let text = "a" + String(repeating: "\u{301}\u{316}", count: 50_000) + "b"
    let line = StyledText(text).truncated(width: 10).text
    #expect(line.unicodeScalars.first == "a")
    #expect(line.unicodeScalars.count == 33)
    #expect(line.last == "b")
    #expect(StyledText(text).wrapped(width: 10).map(\.text.unicodeScalars.count) == [33])
  }

  @Test("A cut text keeps the styles of its parts", arguments: 1...12)
  func styles(width: Int) {
    let text = StyledText("abc", .bold, .cyan) + StyledText("déf", .dim) + "ghi\njkl"
    let line = text.truncated(width: width)
    #expect(line.spans.first?.styles == [.bold, .cyan])
    #expect(line.displayWidth == min(width, 13))
    if width > 4 { #expect(line.spans[1].styles == [.dim]) }
  }
}
