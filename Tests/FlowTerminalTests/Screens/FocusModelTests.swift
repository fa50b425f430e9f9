import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("FocusModel")
struct FocusModelTests {
  private func elements(_ disabled: Set<String> = [], without: Set<String> = [], selected: Int? = nil) -> [Frame
    .PlacedElement]
  {
    let all: [LayoutElement] = [
      .input("name", label: "Name", text: "Bo") { _ in }, .toggle("news", label: "News", isOn: false) { _ in },
      .choice("size", label: "Size", options: ["small", "large"], selected: selected) { _ in },
      .button("send", label: "Send") {},
    ]
    return ScreenLayout.column(
      all.filter { !without.contains($0.id) }.map { element in
        var element = element
        element.isEnabled = !disabled.contains(element.id)
        return .element(element)
      }
    ).laidOut(width: 40).elements
  }

  @Test("The focus begins at the first enabled element, with the cursor at the end of its text")
  func begin() {
    var model = FocusModel()
    model.adapt(to: elements())
    #expect(model.focus == LayoutFocus("name", cursor: 2))
    var second = FocusModel()
    second.adapt(to: elements(["name"]))
    #expect(second.focus == LayoutFocus("news"))
    var none = FocusModel()
    none.adapt(to: [])
    #expect(none.focus == nil)
    #expect(none.take(.tab, in: []) == nil)
  }

  @Test("In an input of several lines, Enter begins a line, a paste keeps its lines, and Tab moves on")
  func lines() {
    let note = LayoutElement.input("note", label: "Note", text: "ab") { _ in }.taking(.lines(3))
    let elements = ScreenLayout.column([.element(note), .element(.button("send", label: "Send") {})])
      .laidOut(width: 40).elements
    var model = FocusModel()
    model.adapt(to: elements)
    #expect(model.take(.enter, in: elements) == .type("note", "ab\n"))
    #expect(model.focus?.cursor == 3)
    model.focus(on: "note", in: elements)
    #expect(model.take(.paste("c\r\nd\te"), in: elements) == .type("note", "abc\nd e"))
    #expect(model.take(.tab, in: elements) == .moved)
    #expect(model.focus?.id == "send")
  }

  @Test("The focus moves around the elements and skips disabled ones")
  func round() {
    var model = FocusModel()
    let elements = elements(["news"])
    model.adapt(to: elements)
    var visited: [String?] = []
    for key in [Key.tab, .down, .tab, .backTab, .up] {
      #expect(model.take(key, in: elements) == .moved)
      visited.append(model.focus?.id)
    }
    #expect(visited == ["size", "send", "name", "send", "size"])
  }

  @Test("The focus stays on its element, or moves to the element in its place")
  func adapting() {
    var model = FocusModel()
    model.adapt(to: elements())
    model.focus(on: "size", in: elements())
    model.adapt(to: elements(without: ["name"]))
    #expect(model.focus?.id == "size")
    model.adapt(to: elements(without: ["name", "size"]))
    #expect(model.focus?.id == "send")
    model.adapt(to: elements(["send"], without: ["size"]))
    #expect(model.focus?.id == "news")
  }

  @Test("Escape removes the focus, and tabbing sets it again")
  func escape() {
    var model = FocusModel()
    model.adapt(to: elements())
    #expect(model.isTyping(in: elements()))
    #expect(model.take(.escape, in: elements()) == .moved)
    model.adapt(to: elements())
    #expect(model.focus == nil && !model.isTyping(in: elements()))
    #expect(model.take(.escape, in: elements()) == nil)
    #expect(model.take(.character("x"), in: elements()) == nil)
    #expect(model.take(.backTab, in: elements()) == .moved)
    #expect(model.focus?.id == "send")
  }

  @Test(
    "A key has the action of the focused element",
    arguments: [
      ("send", Key.enter, FocusModel.Action.press("send")), ("send", .character(" "), .press("send")),
      ("send", .character("x"), nil), ("news", .enter, .set("news", true)), ("size", .right, .select("size", 0)),
      ("size", .left, .select("size", 1)), ("size", .character("x"), nil),
      ("name", .character("b"), .type("name", "Bob")),
      ("name", .backspace, .type("name", "B")), ("name", .delete, .moved), ("name", .left, .moved),
      ("name", .enter, .moved), ("name", .alt("x"), nil),
    ] as [(String, Key, FocusModel.Action?)])
  func actions(id: String, key: Key, action: FocusModel.Action?) {
    var model = FocusModel()
    model.focus(on: id, in: elements())
    #expect(model.take(key, in: elements()) == action)
  }

  @Test("A choice moves around its options")
  func choosing() {
    var model = FocusModel()
    model.focus(on: "size", in: elements(selected: 1))
    #expect(model.take(.enter, in: elements(selected: 1)) == .select("size", 0))
    #expect(model.take(.left, in: elements(selected: 0)) == .select("size", 1))
    #expect(model.take(.left, in: elements(selected: 1)) == .select("size", 0))
    // An option that there isn't is none.
    #expect(model.take(.right, in: elements(selected: Int.max)) == .select("size", 0))
    #expect(model.take(.left, in: elements(selected: Int.max)) == .select("size", 1))
  }

  @Test("Typing into a text of combining marks doesn't compare texts, which would take hours")
  func marks() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 250_000)
    let elements = ScreenLayout.element(.input("name", label: "Name", text: marks) { _ in }.taking(.lines(2)))
      .laidOut(width: 40).elements
    var model = FocusModel()
    model.adapt(to: elements)
    #expect(model.take(.home, in: elements) == .moved)
    guard case .type(_, let text)? = model.take(.character("x"), in: elements) else {
      Issue.record("Nothing was typed.")
      return
    }
    #expect(text.utf8.count == marks.utf8.count + 1)
  }

  @Test("The cursor moves with typed text")
  func typing() {
    var model = FocusModel()
    model.adapt(to: elements())
    _ = model.take(.home, in: elements())
    #expect(model.take(.character("x"), in: elements()) == .type("name", "xBo"))
    #expect(model.focus == LayoutFocus("name", cursor: 1))
  }
}
