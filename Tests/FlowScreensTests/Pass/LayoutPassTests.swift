import FlowScreens
import Testing

@Suite("ScreenLayout.laidOut(width:)")
struct LayoutPassTests {
  @Test("An empty layout has no lines, and an empty text has one")
  func nothing() {
    #expect(ScreenLayout.nothing.lines(20) == [])
    #expect(ScreenLayout.column([]).lines(20) == [])
    #expect(ScreenLayout.row([.nothing, .nothing]).lines(20) == [])
    #expect(ScreenLayout.text("").lines(20) == [""])
  }

  @Test("A column places its layouts below each other, with empty lines only between visible ones")
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

  @Test("Extreme spacing and indentation are limited, and negative numbers count as zero")
  func spacing() {
    #expect(ScreenLayout.column([.text("a"), .text("b")], spacing: .max).lines(20).count == 102)
    #expect(ScreenLayout.column([.text("a"), .text("b")], spacing: -1).lines(20) == ["a", "b"])
    #expect(ScreenLayout.row([.text("a"), .text("b")], spacing: .max).lines(20) == ["a", "b"])
    #expect(ScreenLayout.row([.text("a"), .text("b")], spacing: .min).lines(20) == ["ab"])
    #expect(ScreenLayout.indented(.text("ab"), by: .max).lines(10) == ["  ab"])
    #expect(ScreenLayout.indented(.text("ab"), by: .min).lines(10) == ["ab"])
  }

  @Test("A row has no more blocks than columns, so that many empty ones beside a long one cost what their lines do")
  func emptyBlocks() {
    let blocks = Array(repeating: ScreenLayout.text("\n"), count: 20_000)
    let long = ScreenLayout.text(StyledText(String(repeating: "\n", count: 200_000)))
    #expect(ScreenLayout.row(blocks + [long], spacing: 0).lines(20).count > 200_000)
  }

  @Test("A row places its layouts side by side while they fit, and otherwise below each other")
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

  @Test("An indented layout moves to the right and wraps in the remaining width")
  func indented() {
    #expect(ScreenLayout.indented(.text("one two three")).lines(10) == ["  one two", "  three"])
    #expect(ScreenLayout.indented(.indented(.text("a"), by: 3)).lines(20) == ["     a"])
    #expect(
      ScreenLayout.column([.indented(.column([.text("a"), .text("b")], spacing: 1))]).lines(20) == ["  a", "", "  b"])
    #expect(ScreenLayout.indented(.text("abcdefgh"), by: 4).lines(8) == ["abcdefgh"])
  }

  @Test("A frame is drawn with its title")
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

  @Test("A frame in a row is as wide as its content")
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

  @Test("A one-line text is cut at the width")
  func oneLine() {
    let text = StyledText("one two\nthree", .bold).onOneLine
    #expect(ScreenLayout.text(text).lines(40) == ["one two three"])
    #expect(ScreenLayout.indented(.text(text)).lines(10) == ["  one two…"])
    #expect(ScreenLayout.text(text).laidOut(width: 4).lines == [StyledText("one…", .bold)])
  }

  @Test("A deferred layout is made once, when it is drawn")
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

  @Test("Every part of a layout shows control characters as codes")
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
