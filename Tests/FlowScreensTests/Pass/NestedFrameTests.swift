import FlowScreens
import Testing

@Suite("Nested frames")
struct NestedFrameTests {
  private func framed(_ layout: ScreenLayout, times: Int) -> ScreenLayout {
    (0..<times).reduce(layout) { inner, _ in .framed(.column([inner])) }
  }

  @Test("The sides of nested frames are one span before the content and one after it")
  func spans() {
    let frame = framed(.text("lorem ipsum"), times: 95).laidOut(width: 400)
    let lines = frame.lines.filter { $0.text.contains("lorem") || $0.text.contains("ipsum") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.spans.count == 3 })
    #expect(frame.lines.allSatisfy { $0.displayWidth == 400 })
  }

  @Test("A frame around a frame in a row is as wide as its content")
  func tight() {
    let frame = ScreenLayout.row([framed(.text("ab\ncde"), times: 2), .text("x")]).laidOut(width: 40)
    #expect(
      frame.text == [
        "┌─────────┐ x", "│ ┌─────┐ │", "│ │ ab  │ │", "│ │ cde │ │", "│ └─────┘ │", "└─────────┘",
      ])
  }

  @Test("A row draws at most 16 nested frames, and the titles of the others as lines")
  func tightDepth() {
    let framed = (1...20).reversed().reduce(ScreenLayout.text("ab")) { inner, number in
      .framed(inner, title: "\(number)")
    }
    let rows: [ScreenLayout] = [
      .row([framed, .text("x")]), .row([.cached(CachedLayout(framed)), .text("x")]),
      .row([.column([.row([framed, .text("x")])]), .text("x")]),
    ]
    for row in rows {
      let text = row.laidOut(width: 400).text
      #expect(text.count { $0.contains("┌") } == 16)
      let content = text.filter { !$0.contains("┌") && !$0.contains("└") }
      #expect(content.map { $0.filter { !"│ ".contains($0) } } == ["17", "18", "19", "20", "ab"])
    }
    // There is no limit without a row, because the lines are not copied.
    #expect(framed.laidOut(width: 400).text.count { $0.contains("┌") } == 20)
  }

  @Test("The limit of nested frames in a row also applies around a cached layout")
  func cached() {
    let cached = CachedLayout(.framed(.framed(.text("ab"))))
    let layout = ScreenLayout.row([
      .cached(cached), (1...15).reduce(.cached(cached)) { inner, _ in .framed(inner) },
    ])
    #expect(layout.laidOut(width: 400).text.count { $0.contains("┌") } == 16)
    #expect(layout.laidOut(width: 400).text[15].count { $0 == "│" } == 30)
  }
}
