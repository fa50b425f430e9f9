import FlowScreens
import FlowStateTesting
import Testing

@testable import FlowTerminal

@Suite("ScreenPainter")
struct ScreenPainterTests {
  private static func picture(
    _ lines: [StyledText], cursor: Frame.Position? = nil, size: WindowSize = WindowSize(columns: 10, rows: 4)
  ) -> Picture {
    var scroll = 0
    return Picture(Frame(lines: lines, cursor: cursor), focus: nil, scroll: &scroll, footer: [], size: size)
  }

  @Test("The painter draws everything once, and then only the changed lines")
  func lines() {
    var painter = ScreenPainter()
    #expect(
      painter.paint(Self.picture(["one", StyledText("two", .bold)]))
        == "\u{1B}[?2026h\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K"
        + "\u{1B}[2;1H\u{1B}[1mtwo\u{1B}[22m\u{1B}[K\u{1B}[?25l\u{1B}[?2026l")
    #expect(painter.paint(Self.picture(["one", StyledText("two", .bold)])) == "")
    #expect(painter.paint(Self.picture(["one", "2"])) == "\u{1B}[?2026h\u{1B}[2;1H2\u{1B}[K\u{1B}[?2026l")
    #expect(painter.paint(Self.picture(["one"])) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K\u{1B}[?2026l")
  }

  @Test("The painter draws a line again if only the colours of an image change")
  func colors() {
    var painter = ScreenPainter()
    let cells = [196, 46].map { StyledText("▀", CellColors(foreground: .indexed($0))) }
    _ = painter.paint(Self.picture([cells[0], "two"]))
    #expect(painter.paint(Self.picture([cells[0], "two"])) == "")
    #expect(
      painter.paint(Self.picture([cells[1], "two"]))
        == "\u{1B}[?2026h\u{1B}[1;1H\u{1B}[38;5;46m▀\u{1B}[39m\u{1B}[K\u{1B}[?2026l")
  }

  @Test("The painter erases nothing after a line that is as wide as the window")
  func edge() {
    var painter = ScreenPainter()
    #expect(painter.paint(Self.picture(["1234567890"])).hasSuffix("\u{1B}[1;1H1234567890\u{1B}[?25l\u{1B}[?2026l"))
  }

  @Test("The painter shows a cursor at its position, and hides it if there is none")
  func cursor() {
    var painter = ScreenPainter()
    _ = painter.paint(Self.picture(["one"]))
    #expect(
      painter.paint(Self.picture(["one"], cursor: Frame.Position(row: 0, column: 2)))
        == "\u{1B}[?2026h\u{1B}[1;3H\u{1B}[?25h\u{1B}[?2026l")
    #expect(
      painter.paint(Self.picture(["one"], cursor: Frame.Position(row: 0, column: 3)))
        == "\u{1B}[?2026h\u{1B}[1;4H\u{1B}[?2026l")
    #expect(painter.paint(Self.picture(["one"])) == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[?2026l")
  }

  @Test("The painter draws everything again after it forgets what is shown")
  func forgetting() {
    var painter = ScreenPainter()
    let first = painter.paint(Self.picture(["one"]))
    painter.forget()
    #expect(painter.paint(Self.picture(["one"])) == first)
  }

  @Test("The painter's final codes restore the terminal")
  func end() {
    var screen = ScreenModel(size: WindowSize(columns: 10, rows: 4))
    screen.write(ScreenPainter.begin)
    #expect(screen.isOnOtherScreen && !screen.wraps && !screen.showsCursor)
    screen.write(ScreenPainter.end)
    #expect(!screen.isOnOtherScreen && screen.wraps && screen.showsCursor && !screen.isSynchronized)
    #expect(screen.complaints == [])
  }

  @Test("The terminal shows each frame, after any frames and sizes", arguments: UInt64(0)..<40)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var screen = ScreenModel(size: WindowSize(columns: 20, rows: 6))
    var painter = ScreenPainter()
    screen.write(ScreenPainter.begin)
    var scroll = 0
    for _ in 0..<25 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        let old = screen.size
        screen.resize(
          to: WindowSize(columns: Int.random(in: 1...30, using: &random), rows: Int.random(in: 1...9, using: &random)))
        // A session forgets the screen after a notification of a resize to the same size.
        if screen.size == old { painter.forget() }
      }
      let layout = randomLayout(&random)
      let focus = layout.elements.randomElement(using: &random)?.id
      let cursor = Int.random(in: 0..<6, using: &random)
      let frame = layout.laidOut(width: screen.size.columns, focus: focus.map { LayoutFocus($0, cursor: cursor) })
      let footer: [StyledText] = Bool.random(using: &random) ? [StyledText("a hint: 李", .dim)] : []
      let picture = Picture(frame, focus: focus, scroll: &scroll, footer: footer, size: screen.size)
      screen.write(painter.paint(picture))

      #expect(screen.complaints == [])
      #expect(screen.cells == ScreenModel.expected(picture.lines, size: screen.size))
      #expect(screen.showsCursor == (picture.cursor != nil))
      if let cursor = picture.cursor { #expect(cursor == Frame.Position(row: screen.row, column: screen.column)) }
      // The focused element is visible.
      if let rows = focus.flatMap({ frame.element($0)?.rows }), screen.size.rows - footer.count >= rows.count {
        #expect(
          rows.lowerBound >= scroll
            && rows.upperBound <= scroll + screen.size.rows - min(footer.count, screen.size.rows - 1))
      }
      #expect(!screen.isSynchronized)
    }
  }

  private func randomLayout(_ random: inout SeededGenerator) -> ScreenLayout {
    let texts = ["one", "李小龍 and more", "👩‍👩‍👧 ❤️ 🇨🇭", "", "a long line of words", "e\u{301}"]
    let parts = (0..<Int.random(in: 0..<9, using: &random)).map { number -> ScreenLayout in
      let text = texts.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return .text(StyledText(text, .red))
      case 1: return .element(.button("\(number)", label: text) {})
      case 2: return .element(.input("\(number)", label: text, text: text) { _ in })
      case 3: return .framed(.text(StyledText(text)), title: StyledText(text, .bold))
      default:
        return .row([.text(StyledText(text)), .bar(fraction: 0.5), .element(.button("\(number)", label: text) {})])
      }
    }
    return .column(parts, spacing: Int.random(in: 0..<2, using: &random))
  }
}
