import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("Picture")
struct PictureTests {
  private func frame(_ lines: Int, cursor: Frame.Position? = nil) -> Frame {
    var frame = ScreenLayout.column((0..<lines).map { .element(.button("\($0)", label: "\($0)") {}) }).laidOut(
      width: 20)
    frame.cursor = cursor
    return frame
  }

  private func picture(
    _ lines: Int, focus: Int?, scroll: inout Int, rows: Int = 4, footer: [StyledText] = ["hint"]
  ) -> [String] {
    Picture(
      frame(lines), focus: focus.map { "\($0)" }, scroll: &scroll, footer: footer,
      size: WindowSize(columns: 20, rows: rows)
    ).lines.map(\.text)
  }

  @Test("A picture scrolls as little as possible to show the focus, and counts the hidden lines")
  func scrolling() {
    var scroll = 0
    #expect(picture(9, focus: 2, scroll: &scroll) == ["[ 0 ]", "[ 1 ]", "[ 2 ]", "hint             ↓ 6"])
    #expect(picture(9, focus: 3, scroll: &scroll) == ["[ 1 ]", "[ 2 ]", "[ 3 ]", "hint         ↑ 1 ↓ 5"])
    #expect(picture(9, focus: 1, scroll: &scroll) == ["[ 1 ]", "[ 2 ]", "[ 3 ]", "hint         ↑ 1 ↓ 5"])
    #expect(picture(9, focus: 0, scroll: &scroll) == ["[ 0 ]", "[ 1 ]", "[ 2 ]", "hint             ↓ 6"])
    #expect(picture(9, focus: 8, scroll: &scroll) == ["[ 6 ]", "[ 7 ]", "[ 8 ]", "hint             ↑ 6"])
    #expect(picture(9, focus: nil, scroll: &scroll) == ["[ 6 ]", "[ 7 ]", "[ 8 ]", "hint             ↑ 6"])
  }

  @Test("A picture scrolls back when its frame becomes shorter")
  func shorter() {
    var scroll = 6
    #expect(picture(5, focus: nil, scroll: &scroll) == ["[ 2 ]", "[ 3 ]", "[ 4 ]", "hint             ↑ 2"])
    #expect(picture(1, focus: nil, scroll: &scroll) == ["[ 0 ]", "", "", "hint"])
    #expect(scroll == 0)
    #expect(picture(0, focus: nil, scroll: &scroll) == ["", "", "", "hint"])
  }

  @Test("Hidden lines are not counted where there is no room, or while text is typed there")
  func narrow() {
    var scroll = 1
    let narrow = Picture(
      frame(120), focus: nil, scroll: &scroll, footer: ["hint"], size: WindowSize(columns: 12, rows: 3))
    #expect(narrow.lines.last?.text == "hint")
    let typing = Picture(
      frame(9), focus: nil, scroll: &scroll, footer: [":go"], footerCursor: 3, size: WindowSize(columns: 20, rows: 3))
    #expect(typing.lines.last?.text == ":go")
  }

  @Test("A window of one line shows the frame, or the footer while text is typed there")
  func low() {
    var scroll = 0
    #expect(picture(3, focus: 1, scroll: &scroll, rows: 1) == ["[ 1 ]"])
    let typing = Picture(
      frame(3), focus: "1", scroll: &scroll, footer: [":go"], footerCursor: 3, size: WindowSize(columns: 20, rows: 1))
    #expect(typing.lines.map(\.text) == [":go"])
    #expect(typing.cursor == Frame.Position(row: 0, column: 3))
  }

  @Test("The cursor is shown only if its line is visible")
  func cursor() {
    let size = WindowSize(columns: 20, rows: 3)
    var scroll = 2
    let inSight = Picture(
      frame(9, cursor: Frame.Position(row: 3, column: 4)), focus: nil, scroll: &scroll, footer: [], size: size)
    #expect(inSight.cursor == Frame.Position(row: 1, column: 4))
    let outOfSight = Picture(
      frame(9, cursor: Frame.Position(row: 0, column: 4)), focus: nil, scroll: &scroll, footer: [], size: size)
    #expect(outOfSight.cursor == nil)
  }
}
