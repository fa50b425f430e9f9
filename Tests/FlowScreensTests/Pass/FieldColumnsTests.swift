import FlowScreens
import Testing

@Suite("Fields below one another")
struct FieldColumnsTests {
  private static let field = String(repeating: "_", count: 24)

  private func choice(_ label: String, _ option: String) -> ScreenLayout {
    .element(.choice(label, label: label, options: [option], selected: 0) { _ in })
  }

  @Test("Fields below one another begin at the same column, whatever is between them")
  func column() {
    let form = ScreenLayout.column(
      [
        .input("n", "Name", ""), .column([.input("e", "Email address", ""), .text("  An error.")]),
        .deferred { .input("p", "Pin", "") }, .button("b", "Go"), choice("Plan", "Free"),
      ])
    #expect(
      form.lines(80) == [
        "Name:          \(Self.field)", "Email address: \(Self.field)", "  An error.", "Pin:           \(Self.field)",
        "[ Go ]", "Plan:          ‹Free›",
      ])
  }

  @Test("Fields are aligned by the display width of their labels")
  func wide() {
    let form = ScreenLayout.column([.input("a", "李小龍", ""), .input("b", "Name", ""), .input("c", "👨‍👩‍👧", "")])
    #expect(form.lines(40) == ["李小龍: \(Self.field)", "Name:   \(Self.field)", "👨‍👩‍👧:     \(Self.field)"])
  }

  @Test("Fields are not aligned if one of them would become narrower")
  func narrow() {
    let form = ScreenLayout.column([.input("a", "Name", ""), .input("b", "Email", "")])
    #expect(form.lines(31) == ["Name:  \(Self.field)", "Email: \(Self.field)"])
    #expect(form.lines(30) == ["Name: \(Self.field)", "Email: " + Self.field.dropLast()])
    #expect(form.lines(12) == ["Name:", "____________", "Email:", "____________"])
    // A label that leaves no room for a whole field moves no other field.
    let long = ScreenLayout.column([.input("c", "How long the label is", "")])
    #expect(
      ScreenLayout.column([form, long]).lines(40) == [
        "Name:  \(Self.field)", "Email: \(Self.field)", "How long the label is: _________________",
      ])
  }

  @Test("A choice is not aligned if its selected option would not fit")
  func wideChoice() {
    let form = ScreenLayout.column([
      .input("a", "Email address", ""), choice("Plan", String(repeating: "x", count: 30)),
    ])
    let option = "‹\(String(repeating: "x", count: 30))›"
    #expect(form.lines(47) == ["Email address: \(Self.field)", "Plan:          \(option)"])
    #expect(form.lines(46) == ["Email address: \(Self.field)", "Plan: \(option)"])
    #expect(form.lines(36) == ["Email address: \(Self.field.dropLast(3))", "Plan:", option])
  }

  @Test("Fields are aligned within a frame, an indentation or a cell of a row, and not across them")
  func surroundings() {
    let form = ScreenLayout.column([.input("a", "A", ""), .input("b", "Bc", "")])
    let label = ScreenLayout.input("d", "Defg", "")
    #expect(
      ScreenLayout.column([label, .indented(form), .framed(form)]).lines(40) == [
        "Defg: \(Self.field)", "  A:  \(Self.field)", "  Bc: \(Self.field)",
        "┌──────────────────────────────────────┐", "│ A:  \(Self.field)         │",
        "│ Bc: \(Self.field)         │", "└──────────────────────────────────────┘",
      ])
    #expect(
      ScreenLayout.row([form, .column([label]), .framed(form)]).lines(100) == [
        "A:  \(Self.field) Defg: \(Self.field) ┌──────────────────────────────┐",
        "Bc: \(Self.field)\(String(repeating: " ", count: 32))│ A:  \(Self.field) │",
        "\(String(repeating: " ", count: 60))│ Bc: \(Self.field) │",
        "\(String(repeating: " ", count: 60))└──────────────────────────────┘",
      ])
  }

  @Test("Aligned fields have the right positions of elements and cursor")
  func places() {
    let form = ScreenLayout.framed(.column([.input("a", "A", "Bo"), .input("b", "Bcd", "")], spacing: 1))
    let frame = form.laidOut(width: 60, focus: LayoutFocus("a", cursor: 1))
    #expect(frame.cursor == Frame.Position(row: 1, column: 8))
    #expect(frame.elements.map(\.columns) == [2..<31, 2..<31])
    #expect(frame.elements.map(\.rows) == [1..<2, 3..<4])
    #expect(frame.lines.allSatisfy { $0.displayWidth == 60 })
  }

  @Test("Aligned fields keep their own states: disabled, hidden, focused")
  func states() {
    let form = ScreenLayout.column([
      .element(.input("a", label: "A", text: "12", isHidden: true) { _ in }), .input("b", "Bc", "x"),
      .element(.input("c", label: "C", text: "") { _ in }.disabled()),
    ])
    let lines = form.laidOut(width: 40, focus: LayoutFocus("b")).lines
    #expect(lines[0].text == "A:  ••" + Self.field.dropLast(2))
    let rest = StyledText(String(Self.field.dropLast()), .dim)
    #expect(lines[1] == StyledText("Bc: ", .bold) + StyledText("x", .cyan) + rest)
    #expect(lines[2] == StyledText("C:  \(Self.field)", .dim))
  }
}
