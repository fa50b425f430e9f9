import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Editing the items of a list")
struct ItemEditingTests {
  private static let notes: JSONValue = [["id": 1, "title": "a"], ["id": 2, "title": "b"]]

  private func list(_ items: String, key: String = "id") -> String {
    node(
      "app:column",
      children: node(
        "forEach", "\"items\": \"\(items)\", \"key\": \"\(key)\"",
        children: text("@{item.title}"),
        button("edit @{item.id}", setState("item.title", "\"@{concat(item.title, '!')}\"")),
        button("set @{item.id}", setState("item", "{\"id\": 9, \"title\": \"new\"}"))),
      button("insert", setState("notes", "\"@{insert(notes, object('id', 3, 'title', 'c'), 0)}\"")),
      button(
        "both", setState("notes", "\"@{removeIndex(notes, 0)}\""), setState("notes", "\"@{insert(notes, notes[0])}\"")))
  }

  @Test("An edit of an item changes the list, and survives an insert into it")
  func edit() throws {
    let stage = NimbusHarness(states: ["notes": Self.notes])
    let view = try stage.view(list("@{notes}"))
    view.layout.press("edit 2")
    #expect(stage.nimbus.state("notes")?[1] == ["id": 2, "title": "b!"])
    view.layout.press("insert")
    view.layout.press("edit 2")
    #expect(stage.nimbus.state("notes")?[2] == ["id": 2, "title": "b!!"])
    #expect(view.lines.filter { !$0.hasPrefix("<") } == ["c", "a", "b!!"])
    view.layout.press("set 1")
    #expect(stage.nimbus.state("notes")?[1] == ["id": 9, "title": "new"])
    #expect(stage.log.entries == [])
  }

  @Test("An edit also changes lists inside states and lists inside items")
  func nested() throws {
    let stage = NimbusHarness(states: ["shop": ["shelves": [["dishes": [["name": "soup"], ["name": "pie"]]]]]])
    let view = try stage.view(
      node(
        "forEach", #""items": "@{shop.shelves}", "iteratorName": "shelf""#,
        children: node(
          "forEach", #""items": "@{shelf.dishes}", "iteratorName": "dish", "key": "name""#,
          children: button("@{dish.name}", setState("dish.name", "\"cake\"")))))
    view.layout.press("pie")
    #expect(stage.nimbus.state("shop") == ["shelves": [["dishes": [["name": "soup"], ["name": "cake"]]]]])
    #expect(view.lines == ["<soup>", "<cake>"])
  }

  @Test("An edit changes neither the source of a computed list nor a list whose item has moved")
  func computed() throws {
    let stage = NimbusHarness(states: ["notes": Self.notes])
    let view = try stage.view(list("@{concat(notes, array())}"))
    view.layout.press("edit 1")
    #expect(stage.nimbus.state("notes") == Self.notes)
    #expect(view.lines.first == "a!")
    let moved = try stage.view(
      node(
        "forEach", #""items": "@{notes}", "key": "id""#,
        children: button(
          "@{item.id}", setState("notes", "\"@{removeIndex(notes, 0)}\""), setState("item.title", "\"x\""))))
    moved.layout.press("1")
    #expect(stage.nimbus.state("notes") == [["id": 2, "title": "b"]])
  }
}
