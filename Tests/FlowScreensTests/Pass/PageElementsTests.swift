import FlowScreens
import Testing

/// The elements of pages, as lines of a terminal.
struct PageElementsTests {
  @Test("A heading is bold, and underlined at level 1; a link shows its address, and an image its label")
  func words() {
    let layout = ScreenLayout.column([
      .heading("Order"), .heading("Address", level: 2), .link("Terms", url: "https://a.example"),
      .image(url: "https://a.example/x.png", label: "a cake"), .image(label: ""),
    ])
    #expect(layout.lines(40) == ["Order", "Address", "Terms <https://a.example>", "(image: a cake)"])
    let lines = layout.laidOut(width: 40).lines
    #expect(lines[0] == StyledText("Order", .bold, .underlined) && lines[1] == StyledText("Address", .bold))
  }

  @Test("An image is drawn in place of its label if a renderer has its lines for the width")
  func images() {
    let layout = ScreenLayout.column([
      .framed(.image(url: "a", label: "a cake")), .image(url: "b", label: "tea"), .image(label: "none"),
    ])
    var asked: [String] = []
    let images = ImageDrawing(version: 1) { url, width in
      asked.append("\(url) \(width)")
      return url == "a" ? ["▀▀", StyledText("▀", CellColors(foreground: .indexed(1)))] : nil
    }
    let frame = layout.laidOut(width: 9, focus: nil, images: images)
    #expect(
      frame.text == ["┌───────┐", "│ ▀▀    │", "│ ▀     │", "└───────┘", "(image:", "tea)", "(image:", "none)"])
    #expect(frame.lines[2].spans.map(\.colors) == [nil, CellColors(foreground: .indexed(1)), nil, nil])
    #expect(asked == ["a 5", "b 9"])
    #expect(layout.laidOut(width: 9, focus: nil, images: nil) == layout.laidOut(width: 9))
  }

  @Test("The items of a list begin behind a bullet or a number, and so do their other lines")
  func list() {
    #expect(ScreenLayout.list(["one two", "three"]).lines(7) == ["• one", "  two", "• three"])
    let numbered = ScreenLayout.list((1...10).map { StyledText("a b\($0)") }, isNumbered: true)
    #expect(numbered.lines(9).prefix(2) == [" 1. a b1", " 2. a b2"] && numbered.lines(9).last == "10. a b10")
    #expect(ScreenLayout.list(["ab"]).lines(2) == ["ab"])
    #expect(ScreenLayout.list([]).lines(20) == [])
  }

  @Test("A table has columns as wide as their texts, and becomes lines with titles where they don't fit")
  func table() {
    let table = ScreenLayout.table([["Milk", "1.20"], ["Flour\nand eggs", "3"], ["Tip"]], titles: ["Item", "Price"])
    #expect(table.lines(22) == ["Item            Price", "Milk            1.20", "Flour and eggs  3", "Tip"])
    #expect(
      table.lines(12) == [
        "Item: Milk", "Price: 1.20", "Item: Flour", "and eggs", "Price: 3", "Item: Tip",
      ])
    #expect(ScreenLayout.table([], titles: []).lines(20) == [])
  }

  @Test("A table with one wide row takes time in proportion to its cells")
  func wideRow() {
    let row: [StyledText] = ["a"]
    let table = ScreenLayout.table(
      Array(repeating: row, count: 20_000) + [Array(repeating: "b", count: 20_000)], titles: [])
    let duration = ContinuousClock().measure { #expect(table.lines(40).count == 40_000) }
    #expect(duration < .seconds(15))
  }

  @Test("A group shows its legend above its elements, and its hint and problems below them")
  func group() {
    let toggle = LayoutElement.toggle("mon", label: "Monday", isOn: true) { _ in }
    let layout = ScreenLayout.group(
      .element(toggle), legend: "Days", hint: "Any of them", problems: ["Choose at least two."])
    #expect(layout.lines(40) == ["Days", "  [x] Monday", "  Any of them", "  Choose at least two."])
    #expect(layout.elements.map(\.id) == ["mon"])
    #expect(layout.element("mon") != nil)
  }

  @Test("An element shows its hint and its problems below itself, and fields stay aligned")
  func remarks() {
    let layout = ScreenLayout.column([
      .element(
        .input("a", label: "A", text: "x") { _ in }.hinted("As on the card").refused(["Enter a name.", "Or not."])),
      .element(.input("long", label: "Long", text: "y") { _ in }.taking(.phone, autocomplete: "tel")),
      .element(.button("ok", label: "OK") {}.refused(["Wait."]).disabled()),
    ])
    #expect(
      layout.lines(40) == [
        "A:    x_______________________", "  As on the card", "  Enter a name.", "  Or not.",
        "Long: y_______________________", "[ OK ]", "  Wait.",
      ])
    let frame = layout.laidOut(width: 40)
    #expect(frame.elements.map(\.rows) == [0..<4, 4..<5, 5..<7])
    #expect(frame.elements[1].textKind == .phone)
    #expect(layout.element("ok")?.problems == ["Wait."])
  }

  @Test("An input of several lines shows each, and the cursor is in its line")
  func lines() {
    let note = LayoutElement.input("note", label: "Note", text: "ab\n\nc") { _ in }.taking(.lines(4))
    let layout = ScreenLayout.element(note)
    let empty = String(repeating: "_", count: 24)
    let expected = ["Note:", "ab" + empty.dropFirst(2), empty, "c" + empty.dropFirst(), empty]
    #expect(layout.lines(40) == expected)
    let places = [(0, 1, 0), (2, 1, 2), (3, 2, 0), (4, 3, 0), (5, 3, 1), (99, 3, 1)]
    for (cursor, row, column) in places {
      let frame = layout.laidOut(width: 40, focus: LayoutFocus("note", cursor: cursor))
      #expect(frame.cursor == Frame.Position(row: row, column: column), "\(cursor)")
    }
  }
}
