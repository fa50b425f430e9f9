import FlowScreens
import Testing

@Suite("Nested frames")
struct NestedFrameTests {
  private func framed(_ layout: ScreenLayout, times: Int) -> ScreenLayout {
    (0..<times).reduce(layout) { inner, _ in .framed(.column([inner])) }
  }

  @Test("The sides of all frames are one part of a line before the content and one after it")
  func spans() {
    let frame = framed(.text("lorem ipsum"), times: 95).laidOut(width: 400)
    let lines = frame.lines.filter { $0.text.contains("lorem") || $0.text.contains("ipsum") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.spans.count == 3 })
    #expect(frame.lines.allSatisfy { $0.displayWidth == 400 })
  }

  @Test("A frame around frames in a row is as wide as its content")
  func tight() {
    let frame = ScreenLayout.row([framed(.text("ab\ncde"), times: 2), .text("x")]).laidOut(width: 40)
    #expect(
      frame.text == [
        "┌─────────┐ x", "│ ┌─────┐ │", "│ │ ab  │ │", "│ │ cde │ │", "│ └─────┘ │", "└─────────┘",
      ])
  }
}
