import Dispatch
import FlowScreens
import Testing

@Suite("ScreenLayout.laidOut(width:), at its limits")
struct LayoutPassLimitsTests {
  @Test("Every layout fits into every width, and its frame has all of its elements", arguments: 0..<60)
  func property(seed: Int) {
    var random = RandomLayout(seed: UInt64(seed) + 1)
    let layout = random.layout()
    for width in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 24, 40, 80] {
      let elements = layout.elements
      let focus = elements.isEmpty ? nil : elements[random.number(below: elements.count)].id
      let cursor = random.number(below: 12)
      let frame = layout.laidOut(
        width: width, focus: focus.map { LayoutFocus($0, cursor: cursor) }, isStyled: random.number(below: 2) == 0)
      for line in frame.lines {
        #expect(line.displayWidth <= width)
        #expect(line.text.printable == line.text)
      }
      #expect(frame.elements.map(\.id) == elements.map(\.id))
      for element in frame.elements {
        #expect(element.rows.upperBound <= frame.lines.count && !element.rows.isEmpty)
        #expect(element.columns.upperBound <= width)
      }
      if let cursor = frame.cursor {
        #expect(frame.lines.indices.contains(cursor.row) && (0..<width).contains(cursor.column))
        #expect(frame.element(focus ?? "")?.rows.contains(cursor.row) == true)
      }
    }
  }

  @Test("A layout nested 10,000 levels deep is drawn on the small stack of a worker thread", arguments: 0..<5)
  func deep(kind: Int) async {
    let lines = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        // Deferred layouts nest only the drawing and not the value.
        func nested(_ depth: Int) -> ScreenLayout {
          guard depth > 0 else { return .text("deep") }
          let inner = ScreenLayout.deferred { nested(depth - 1) }
          switch kind {
          case 0: return .column([inner], spacing: 1)
          case 1: return .row([.text("a"), inner])
          case 2: return .framed(inner)
          case 3: return .indented(inner)
          default: return inner
          }
        }
        continuation.resume(returning: nested(10_000).laidOut(width: 40).lines.count)
      }
    }
    #expect(lines == [1, 9_985, 19, 1, 1][kind])
  }

  @Test("Drawing ends when a deferred layout returns itself endlessly")
  func endless() {
    func endless() -> ScreenLayout { .deferred { endless() } }
    #expect(endless().lines(20) == ["…"])
    #expect(endless().elements.isEmpty)
  }

  @Test("Columns and rows of 10,000 parts are drawn")
  func many() {
    let parts = (0..<10_000).map { ScreenLayout.row([.text(StyledText("\($0)")), .button("\($0)", "Go")]) }
    let frame = ScreenLayout.column(parts).laidOut(width: 40)
    #expect(frame.lines.count == 10_000)
    #expect(frame.elements[9_999].rows == 9_999..<10_000)
    #expect(ScreenLayout.row(parts).laidOut(width: 40).elements.count == 10_000)
  }

  @Test("A layout has at most 100,000 empty lines between the parts of its columns")
  func emptyLines() {
    let parts = (0..<3_000).map { ScreenLayout.text(StyledText("\($0)")) }
    let frame = ScreenLayout.framed(.column(parts, spacing: 100), title: "t").laidOut(width: 10)
    #expect(frame.lines.count == 3_000 + 100_000 + 2)
    #expect(frame.lines[2...101].allSatisfy { $0.text == "│        │" } && frame.lines[102].text == "│ 1      │")
    #expect(frame.lines.suffix(3).map(\.text) == ["│ 2998   │", "│ 2999   │", "└────────┘"])
  }

  @Test("Only empty lines that are drawn count toward the limit")
  func undrawnLines() {
    let parts = [.text("a")] + Array(repeating: ScreenLayout.nothing, count: 3_000) + [.text("b")]
    let column = ScreenLayout.column([.column(parts, spacing: 100), .column(parts, spacing: 3)], spacing: 2)
    #expect(column.laidOut(width: 10).lines.count == 4 + 100 + 2 + 3)
  }
}
