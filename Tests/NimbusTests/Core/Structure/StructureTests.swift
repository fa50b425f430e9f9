import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Structural components")
struct StructureTests {
  @Test("NB-26: The component if shows the branch of its condition, and a hidden branch keeps its states")
  func branches() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node(
        "app:column", state: "\"on\": true",
        children: button("toggle", setState("on", "\"@{not(on)}\"")),
        node(
          "if", "\"condition\": \"@{on}\"",
          children: node(
            "then",
            children: node(
              "app:column", state: "\"n\": 0", children: button("+", setState("n", "\"@{sum(n, 1)}\"")), text("@{n}"))),
          node("else", children: text("off")), text("ignored"))))
    view.layout.press("+")
    #expect(view.lines == ["<toggle>", "<+>", "1"])
    view.layout.press("toggle")
    #expect(view.lines == ["<toggle>", "off"])
    view.layout.press("toggle")
    #expect(view.lines == ["<toggle>", "<+>", "1"])
    #expect(stage.log.entries == [])
  }

  @Test("A missing branch shows nothing, and a condition that is not a bool is an error and changes nothing")
  func conditions() throws {
    let stage = NimbusHarness(states: ["on": true])
    let view = try stage.view(
      node("if", id: "i", "\"condition\": \"@{on}\"", children: node("then", children: text("yes"))))
    stage.nimbus.setState("on", to: false)
    #expect(view.lines == [])
    stage.nimbus.setState("on", to: true)
    #expect(view.lines == ["yes"])
    stage.nimbus.setState("on", to: 1)
    #expect(view.lines == ["yes"])
    #expect(
      stage.log.take() == [
        "error: The condition of nimbus > view > nimbus:root > i must be a bool, found the integer 1."
      ])
    #expect(try stage.view(node("if", id: "j", children: node("then", children: text("yes")))).lines == [])
    #expect(stage.log.errors == ["The condition of nimbus > view > nimbus:root > j must be a bool, found nothing."])
  }

  @Test("NB-27: The component forEach copies its children for each item, and remaining items keep their nodes")
  func loops() throws {
    let stage = NimbusHarness(states: ["people": [["name": "John"], ["name": "Mary"], ["name": "Anthony"]]])
    let view = try stage.view(
      node(
        "app:column",
        children: node(
          "forEach", "\"items\": \"@{people}\", \"key\": \"name\"",
          children: node("app:text", id: "person", "\"text\": \"@{index} @{item.name}\""))))
    let column = try #require(view.root?.children.first)
    let before = column.children
    #expect(before.map(\.id) == ["person:John", "person:Mary", "person:Anthony"])
    #expect(view.lines == ["0 John", "1 Mary", "2 Anthony"])
    stage.nimbus.setState("people", to: [["name": "John"], ["name": "Anthony"]])
    #expect(column.children.map(\.id) == ["person:John", "person:Anthony"])
    #expect(column.children[0] === before[0])
    #expect(column.children[1] === before[2])
    #expect(view.lines == ["0 John", "1 Anthony"])
    #expect(stage.log.entries == [])
    stage.nimbus.setState("people", to: .null)
    #expect(view.lines == [])
  }

  @Test("Nested forEach components join their suffixes and use the given names of states")
  func nestedLoops() throws {
    let stage = NimbusHarness(states: ["rows": [[1, 2], [3]]])
    let inner = node(
      "forEach", #""items": "@{row}", "iteratorName": "cell", "indexName": "y""#,
      children: node("app:text", id: "document", "\"text\": \"@{x}@{y}@{cell}\""))
    let view = try stage.view(
      node("forEach", #""items": "@{rows}", "iteratorName": "row", "indexName": "x""#, children: inner))
    #expect(view.root?.children.map(\.id) == ["document:0:0", "document:0:1", "document:1:0"])
    #expect(view.lines == ["001", "012", "103"])
    stage.nimbus.setState("rows", to: [[1], [3, 4]])
    #expect(view.lines == ["001", "103", "114"])
    #expect(stage.log.entries.filter { $0.hasPrefix("warning: ") }.count == 3)
  }

  @Test("Copies have the states that an expression names, after each change", arguments: ["iteratorName", "indexName"])
  func renamedStates(_ property: String) throws {
    let stage = NimbusHarness(states: ["l": [7, 8], "n": "a"])
    let view = try stage.view(
      node("forEach", #""items": "@{l}", "\#(property)": "@{n}""#, children: text("@{a}|@{b}")))
    let values = property == "indexName" ? ["0", "1"] : ["7", "8"]
    #expect(view.lines == values.map { "\($0)|" })
    stage.nimbus.setState("n", to: "b")
    #expect(view.lines == values.map { "|\($0)" })
  }

  @Test("A copy keeps its states when items are added and moved")
  func copiesKeepStates() throws {
    let stage = NimbusHarness(states: ["items": [["id": 1], ["id": 2]]])
    let view = try stage.view(
      node(
        "forEach", "\"items\": \"@{items}\", \"key\": \"id\"",
        children: node(
          "app:column", state: "\"n\": 0", children: button("+@{item.id}", setState("n", "\"@{sum(n, 1)}\"")),
          text("@{n}"))))
    view.layout.press("+2")
    stage.nimbus.setState("items", to: [["id": 3], ["id": 2], ["id": 1]])
    #expect(view.lines == ["<+3>", "0", "<+2>", "1", "<+1>", "0"])
  }

  @Test("Items that are not a list, lack a key, or have equal keys are logged")
  func oddItems() throws {
    let stage = NimbusHarness(states: ["items": 5])
    let view = try stage.view(
      node(
        "forEach", id: "f", "\"items\": \"@{items}\", \"key\": \"id\"",
        children: node("app:text", id: "t", "\"text\": \"@{item}\"")))
    #expect(
      stage.log.take() == ["error: The items of nimbus > view > nimbus:root > f must be an array, found the integer 5."]
    )
    stage.nimbus.setState("items", to: [["id": 1], ["id": 1], 7])
    #expect(view.root?.children.map(\.id) == ["t:1", "t:1:1", "t:2"])
    #expect(
      stage.log.take() == [
        "error: Two items of nimbus > view > nimbus:root > f have the key \"1\"; the key of the later one gets its position too.",
        "error: The item 2 of nimbus > view > nimbus:root > f has no \"id\"; its key is its position.",
      ])
  }

  @Test("Structural components can be nested and can be the root")
  func nesting() throws {
    let stage = NimbusHarness(states: ["on": true, "items": ["a", "b"]])
    let view = try stage.view(
      node(
        "fragment",
        children: text("first"),
        node(
          "forEach", "\"items\": \"@{items}\"",
          children: node(
            "if", "\"condition\": \"@{on}\"",
            children: node("then", children: node("fragment", children: text("@{item}"), text("."))))),
        text("last")))
    #expect(view.lines == ["first", "a", ".", "b", ".", "last"])
    stage.nimbus.setState("on", to: false)
    #expect(view.lines == ["first", "last"])
    stage.nimbus.setState("items", to: ["c"])
    stage.nimbus.setState("on", to: true)
    #expect(view.lines == ["first", "c", ".", "last"])
  }

  @Test("A removed copy is released")
  func lifetime() throws {
    let stage = NimbusHarness(states: ["items": [1, 2, 3]])
    let view = try stage.view(
      node("forEach", "\"items\": \"@{items}\"", children: button("@{item}", setState("items", "[]"))))
    weak let second = view.root?.children[1]
    _ = view.lines
    #expect(second != nil)
    stage.nimbus.setState("items", to: [1])
    _ = view.lines
    #expect(second == nil)
  }
}
