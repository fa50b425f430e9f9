import FlowScreens
import Testing

@Suite("Drawing of elements")
struct ElementDrawingTests {
  @Test("A button is drawn in brackets, also when its label is cut, unless it is too narrow")
  func button() {
    #expect(ScreenLayout.button("send", "Send").lines(20) == ["[ Send ]"])
    #expect(ScreenLayout.button("send", "Send").lines(7) == ["[ Se… ]"])
    #expect(ScreenLayout.button("send", "Send").lines(4) == ["Send"])
    #expect(ScreenLayout.button("send", "Send").lines(1) == ["…"])
    #expect(ScreenLayout.button("send", "").lines(20) == ["[ send ]"])
  }

  @Test("An input of several lines has a line for each line end, whichever it is", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) {
    let note = LayoutElement.input("note", label: "Note", text: "a\(end)b") { _ in }.taking(.lines(2))
    #expect(ScreenLayout.element(note).lines(10) == ["Note:", "a_________", "b_________"])
  }

  @Test("An input shows its text, its placeholder, or dots for hidden text")
  func input() {
    #expect(ScreenLayout.input("n", "Name", "Bo").lines(40) == ["Name: Bo______________________"])
    #expect(ScreenLayout.input("n", "Name", "Bo").lines(14) == ["Name: Bo______"])
    #expect(ScreenLayout.input("n", "Name", "Bo").lines(13) == ["Name:", "Bo___________"])
    #expect(ScreenLayout.input("n", "Name", "", placeholder: "yours").lines(14) == ["Name: yours___"])
    #expect(ScreenLayout.input("n", "Name", "one two three").lines(14) == ["Name: one two…"])
    let hidden = ScreenLayout.element(.input("p", label: "Pin", text: "12李", isHidden: true) { _ in })
    #expect(hidden.lines(13) == ["Pin: •••_____"])
  }

  @Test(
    "An input shows a joiner between two letters as it is, and another one as its code",
    arguments: [nil, 0, 2, 7] as [Int?])
  func joiner(cursor: Int?) {
    func text(_ text: String) -> [String] {
      ScreenLayout.input("n", "Name", text).lines(40, focus: cursor.map { LayoutFocus("n", cursor: $0) })
    }
    // The joiner follows the second letter, so that a cursor behind it separates the two.
    let word = cursor == 2 ? "میخواهم" : "می\u{200C}خواهم"
    #expect(text("می\u{200C}خواهم") == ["Name: \(word)" + String(repeating: "_", count: 17)])
    #expect(text("ab\u{200C}") == ["Name: ab\\u{200C}" + String(repeating: "_", count: 14)])
  }

  @Test(
    "Without styles, an input marks its placeholder as a hint",
    arguments: [
      ("12345", 40, ["Zip: hint: 12345_____________"]), ("8 letters or more", 40, ["Zip: hint: 8 letters or more_"]),
      ("as on your passport", 40, ["Zip: hint: as on your passport"]), ("12345", 14, ["Zip: hint: 12…"]),
      ("12345", 11, ["Zip:", "hint: 12345"]), ("12345", 1, ["…", "…"]), ("", 14, ["Zip: _________"]),
    ])
  func hint(placeholder: String, width: Int, lines: [String]) {
    let input = ScreenLayout.input("z", "Zip", "", placeholder: placeholder)
    #expect(input.laidOut(width: width, isStyled: false).text == lines)
    // Typed text is not marked, and the field has its normal width.
    #expect(
      ScreenLayout.input("z", "Zip", "12345", placeholder: placeholder).laidOut(width: 40, isStyled: false).text
        == ["Zip: 12345___________________"])
    #expect(input.laidOut(width: width, isStyled: false).lines.allSatisfy { $0.displayWidth <= width })
  }

  @Test(
    "A focused input shows the text around its cursor",
    arguments: [
      ("Bo", 0, "Name: Bo______", 6), ("Bo", 2, "Name: Bo______", 8), ("Bo", 99, "Name: Bo______", 8),
      ("Bo", -1, "Name: Bo______", 6),
      ("abcdefghijkl", 0, "Name: abcdefgh", 6), ("abcdefghijkl", 6, "Name: cdefghij", 10),
      ("abcdefghijkl", 12, "Name: fghijkl_", 13), ("李小龍李小龍", 6, "Name: 李小龍__", 12), ("", 0, "Name: ________", 6),
      ("a\nb\u{1B}", 1, "Name: a b\\u{1B", 7),
    ])
  func cursor(text: String, cursor: Int, line: String, column: Int) {
    let frame = ScreenLayout.input("n", "Name", text).laidOut(width: 14, focus: LayoutFocus("n", cursor: cursor))
    #expect(frame.text == [line])
    #expect(frame.cursor == Frame.Position(row: 0, column: column))
  }

  @Test("A toggle and a choice show their state")
  func states() {
    #expect(ScreenLayout.element(.toggle("t", label: "News", isOn: true) { _ in }).lines(20) == ["[x] News"])
    #expect(ScreenLayout.element(.toggle("t", label: "News", isOn: false) { _ in }).lines(6) == ["[ ] N…"])
    func choice(_ selected: Int?) -> ScreenLayout {
      .element(.choice("c", label: "Size", options: ["small", "large"], selected: selected) { _ in })
    }
    #expect(choice(1).lines(20) == ["Size: ‹large›"])
    #expect(choice(nil).lines(20) == ["Size: ‹choose›"])
    #expect(choice(7).lines(20) == ["Size: ‹choose›"])
    #expect(choice(1).lines(12) == ["Size:", "‹large›"])
    #expect(choice(1).lines(5) == ["Size:", "‹la…›"])
  }

  @Test("A focused element is inverted, and a disabled one is dim even with the focus")
  func styles() {
    let enabled = ScreenLayout.button("b", "Go").laidOut(width: 20, focus: LayoutFocus("b"))
    #expect(enabled.lines == [StyledText("[ Go ]", .inverse)])
    let disabled = ScreenLayout.element(.button("b", label: "Go") {}.disabled())
    #expect(disabled.laidOut(width: 20, focus: LayoutFocus("b")).lines == [StyledText("[ Go ]", .dim)])
    let input = ScreenLayout.element(.input("i", label: "I", text: "") { _ in }.disabled())
    #expect(input.laidOut(width: 20, focus: LayoutFocus("i")).cursor == nil)
  }
}
