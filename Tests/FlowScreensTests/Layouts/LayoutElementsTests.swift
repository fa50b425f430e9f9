import FlowScreens
import Testing

@Suite("ScreenLayout.elements")
struct LayoutElementsTests {
  @Test("The elements are in drawing order and keep their actions")
  func order() throws {
    var pressed: [String] = []
    let layout = ScreenLayout.column([
      .row([.element(.button("a", label: "A") { pressed.append("a") }), .button("b", "B")]),
      .framed(.indented(.deferred { .element(.button("c", label: "C") { pressed.append("c") }) })),
    ])
    #expect(layout.elements.map(\.id) == ["a", "b", "c"])
    #expect(layout.elements.map(\.id) == layout.laidOut(width: 20).elements.map(\.id))
    for id in ["c", "a"] {
      guard case .button(let press) = try #require(layout.element(id)).kind else { continue }
      press()
    }
    #expect(pressed == ["c", "a"])
    #expect(layout.element("d") == nil)
  }
}
