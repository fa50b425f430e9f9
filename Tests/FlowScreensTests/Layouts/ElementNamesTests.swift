import FlowScreens
import Testing

@Suite("Elements with the same identifier")
struct ElementNamesTests {
  private func button(_ id: String, _ press: @escaping () -> Void = {}) -> ScreenLayout {
    .element(.button(id, label: id, press: press))
  }

  @Test(
    "Elements with the same identifier are numbered in order, in frames as in the list",
    arguments: [
      (["a", "b"], ["a", "b"]), (["a", "a", "a"], ["a", "a.2", "a.3"]), (["a", "a.2", "a"], ["a", "a.2", "a.3"]),
      (["a", "a", "a.2"], ["a", "a.2", "a.2.2"]), (["", ""], ["", ".2"]),
    ])
  func numbers(given: [String], known: [String]) {
    let layout = ScreenLayout.column([.row(given.map { button($0) }), .framed(.nothing)])
    #expect(layout.elements.map(\.id) == known)
    #expect(layout.laidOut(width: 10).elements.map(\.id) == known)
  }

  @Test("A numbered element is found by its name, and only the focused one shows the focus")
  func found() {
    var pressed: [Int] = []
    let layout = ScreenLayout.column([button("a") { pressed.append(1) }, button("a") { pressed.append(2) }])
    if case .button(let press)? = layout.element("a.2")?.kind { press() }
    #expect(pressed == [2])
    let lines = layout.laidOut(width: 10, focus: LayoutFocus("a.2")).lines
    #expect(lines.map { $0.spans.contains { $0.styles.contains(.inverse) } } == [false, true])
  }

  @Test("Identifiers made of combining marks are distinguished by their bytes")
  func marks() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 100_000)
    let ids = [marks, marks + "b", marks + "c", marks]
    let layout = ScreenLayout.column(ids.map { button($0) })
    #expect(layout.elements.map(\.id.utf8.count) == [400_001, 400_002, 400_002, 400_003])
    #expect(layout.element(marks + "c")?.id.utf8.last == UInt8(ascii: "c"))
    #expect(layout.laidOut(width: 10, focus: LayoutFocus(marks + "b")).element(marks + "d") == nil)
  }
}
