import FlowScreens
import Testing

@Suite("Frame")
struct FrameTests {
  private let form = ScreenLayout.column([
    .text("Sign up"),
    .framed(
      .column([
        .input("name", "Name", "Bo"),
        .row([.button("send", "Send"), .element(.button("reset", label: "Reset") {}.disabled())]),
      ])),
    .indented(.element(.toggle("news", label: "News", isOn: true) { _ in })),
  ])

  @Test("A frame has the position of each element, in the order of the focus")
  func places() {
    let frame = form.laidOut(width: 30)
    #expect(frame.elements.map(\.id) == ["name", "send", "reset", "news"])
    #expect(frame.elements.map(\.rows) == [2..<3, 3..<4, 3..<4, 5..<6])
    #expect(frame.elements.map(\.columns) == [2..<28, 2..<10, 11..<20, 2..<10])
    #expect(frame.elements.map(\.isEnabled) == [true, true, false, true])
    #expect(
      frame.elements.map(\.state) == [
        .input(text: "Bo", isHidden: false), .button, .button, .toggle(isOn: true),
      ])
    #expect(frame.element("send")?.label == "Send")
    #expect(frame.element("nobody") == nil)
  }

  @Test("A frame draws an element at its stated position")
  func drawn() {
    for width in [12, 20, 30, 60] {
      let frame = form.laidOut(width: width)
      let send = frame.elements[1]
      let line = Array(frame.text[send.rows.lowerBound])
      #expect(String(line[send.columns]) == "[ Send ]")
    }
  }

  @Test("The cursor is in the text of the focused input, also within frames and rows")
  func cursor() {
    let frame = form.laidOut(width: 30, focus: LayoutFocus("name", cursor: 1))
    #expect(frame.cursor == Frame.Position(row: 2, column: 9))
    let row = ScreenLayout.row([.text("→"), .input("name", "Name", "Bo")])
    #expect(row.laidOut(width: 60, focus: LayoutFocus("name")).cursor == Frame.Position(row: 0, column: 8))
    #expect(form.laidOut(width: 30, focus: LayoutFocus("send")).cursor == nil)
  }
}
