import FlowScreens
import Testing

@Suite("ScreenLayout.laidOut(width:)")
struct LayoutPassTests {
  @Test("draws nothing at all for nothing")
  func nothing() {
    #expect(ScreenLayout.nothing.lines(20) == [])
    #expect(ScreenLayout.column([]).lines(20) == [])
    #expect(ScreenLayout.row([.nothing, .nothing]).lines(20) == [])
    #expect(ScreenLayout.text("").lines(20) == [""])
  }

  @Test("puts a column's layouts below each other, with empty lines only between those that show something")
  func column() {
    #expect(ScreenLayout.column([.text("a"), .text("b")]).lines(20) == ["a", "b"])
    #expect(
      ScreenLayout.column([.nothing, .text("a"), .nothing, .column([]), .text("b"), .nothing], spacing: 2).lines(20)
        == ["a", "", "", "b"])
    #expect(
      ScreenLayout.column([.column([.text("a"), .nothing], spacing: 1), .text("b"), .text("c")]).lines(20) == [
        "a", "b", "c",
      ])
    #expect(
      ScreenLayout.column([.text("a"), .column([.nothing, .text("b"), .text("c")], spacing: 1)], spacing: 2).lines(20)
        == ["a", "", "", "b", "", "c"])
  }

  @Test("takes no more than 100 empty lines, and none for a negative number")
  func spacing() {
    #expect(ScreenLayout.column([.text("a"), .text("b")], spacing: .max).lines(20).count == 102)
    #expect(ScreenLayout.column([.text("a"), .text("b")], spacing: -1).lines(20) == ["a", "b"])
    #expect(ScreenLayout.row([.text("a"), .text("b")], spacing: .max).lines(20) == ["a", "b"])
    #expect(ScreenLayout.row([.text("a"), .text("b")], spacing: .min).lines(20) == ["ab"])
    #expect(ScreenLayout.indented(.text("ab"), by: .max).lines(10) == ["  ab"])
    #expect(ScreenLayout.indented(.text("ab"), by: .min).lines(10) == ["ab"])
  }

  @Test("puts a row's layouts side by side while they fit, else below")
  func row() {
    let row = ScreenLayout.row([.text("one"), .text("two\n2"), .text("three")])
    #expect(row.lines(13) == ["one two three", "    2"])
    #expect(row.lines(12) == ["one two", "    2", "three"])
    #expect(row.lines(3) == ["one", "two", "2", "thr", "ee"])
    #expect(ScreenLayout.row([.text("a"), .nothing, .text("b")], spacing: 3).lines(20) == ["a   b"])
    #expect(
      ScreenLayout.row([.row([.text("a"), .text("b")]), .column([.text("c"), .text("d")])]).lines(9) == [
        "a b c", "    d",
      ])
  }

  @Test("moves an indented layout to the right, wrapped in what is left")
  func indented() {
    #expect(ScreenLayout.indented(.text("one two three")).lines(10) == ["  one two", "  three"])
    #expect(ScreenLayout.indented(.indented(.text("a"), by: 3)).lines(20) == ["     a"])
    #expect(
      ScreenLayout.column([.indented(.column([.text("a"), .text("b")], spacing: 1))]).lines(20) == ["  a", "", "  b"])
    #expect(ScreenLayout.indented(.text("abcdefgh"), by: 4).lines(8) == ["abcdefgh"])
  }

  @Test("draws a frame with its title")
  func framed() {
    #expect(
      ScreenLayout.framed(.column([.text("one"), .text("李")]), title: "Title").lines(14) == [
        "┌─ Title ────┐", "│ one        │", "│ 李         │", "└────────────┘",
      ])
    #expect(
      ScreenLayout.framed(.text("a"), title: "A long title").lines(10) == ["┌─ A l… ─┐", "│ a      │", "└────────┘"])
    #expect(ScreenLayout.framed(.text("a b"), title: "T").lines(7) == ["T", "a b"])
    #expect(ScreenLayout.framed(.nothing).lines(8) == ["┌──────┐", "└──────┘"])
    #expect(
      ScreenLayout.framed(.framed(.text("a"))).lines(12) == [
        "┌──────────┐", "│ ┌──────┐ │", "│ │ a    │ │", "│ └──────┘ │", "└──────────┘",
      ])
  }

  @Test("makes frames in a row as wide as what they hold")
  func frames() {
    let card = ScreenLayout.framed(.text("Soup"), title: "A")
    #expect(
      ScreenLayout.row([card, .framed(.column([.text("Rice"), .text("hot")]))]).lines(40) == [
        "┌─ A ──┐ ┌──────┐", "│ Soup │ │ Rice │", "└──────┘ │ hot  │", "         └──────┘",
      ])
    #expect(
      ScreenLayout.row([card, card]).lines(12) == [
        "┌─ A ──┐", "│ Soup │", "└──────┘", "┌─ A ──┐", "│ Soup │", "└──────┘",
      ])
  }

  @Test("cuts a text that is to stay on one line")
  func oneLine() {
    let text = StyledText("one two\nthree", .bold).onOneLine
    #expect(ScreenLayout.text(text).lines(40) == ["one two three"])
    #expect(ScreenLayout.indented(.text(text)).lines(10) == ["  one two…"])
    #expect(ScreenLayout.text(text).laidOut(width: 4).lines == [StyledText("one…", .bold)])
  }

  @Test("asks for a deferred layout when it is drawn, once")
  func deferred() {
    var count = 0
    let layout = ScreenLayout.deferred {
      count += 1
      return .text("late")
    }
    #expect(count == 0)
    #expect(layout.lines(20) == ["late"])
    #expect(count == 1)
  }

  @Test("shows what would steer the terminal, wherever it stands")
  func printable() {
    let evil = "\u{1B}[2J\u{9B}"
    let layout = ScreenLayout.column([
      .text(StyledText(evil)), .framed(.nothing, title: StyledText(evil)), .button("b", evil), .input("i", evil, evil),
      .input("p", "P", "", placeholder: evil), .element(.toggle("t", label: evil, isOn: true) { _ in }),
      .element(.choice("c", label: evil, options: [evil], selected: 0) { _ in }),
    ])
    for width in [3, 20, 80] {
      for line in layout.lines(width) { #expect(line.printable == line) }
    }
  }
}
