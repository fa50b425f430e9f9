import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Documents")
struct DocumentTests {
  @Test("NB-30: A malformed document is refused with the fault and its location")
  func malformed() throws {
    #expect(try error(of: "{ \"aa\": 45, 85,") { if case .malformedJSON = $0 { true } else { false } })
    #expect(try error(of: "[]") == .malformedJSON(reason: "expected an object, found an empty array."))
    #expect(
      try error(of: #"{"properties":{}}"#)
        == .malformedComponent(
          id: nil, path: "$", cause: "expected a string for \"_:component\", found nothing"))
    #expect(
      try error(of: #"{"_:component":"a","children":[{"id":"x"}]}"#)
        == .malformedComponent(
          id: "x", path: "$.children[:0]", cause: "expected a string for \"_:component\", found nothing"))
  }

  @Test(
    "A member of the wrong type is refused",
    arguments: [
      (#""id": 5"#, "expected a string for \"id\", found the integer 5"),
      (#""properties": []"#, "expected an object for \"properties\", found an empty array"),
      (#""state": "x""#, "expected an object for \"state\", found the string \"x\""),
      (#""children": {}"#, "expected an array for \"children\", found an empty object"),
      (
        #""properties": {"onPress": [{"_:action": 5}]}"#,
        "expected a string for \"_:action\" in the action 0 of \"onPress\", found the integer 5"
      ),
      (
        #""properties": {"onPress": [{"_:action": "log"}, 5]}"#,
        "expected an object for the action 1 of \"onPress\", found the integer 5"
      ),
      (
        #""properties": {"onPress": [{"_:action": "log"}, {}]}"#,
        "expected a string for \"_:action\" in the action 1 of \"onPress\", found nothing"
      ),
      (
        #""properties": {"onPress": [{"_:action": "log", "properties": 1}]}"#,
        "expected an object for \"properties\" in the action 0 of \"onPress\", found the integer 1"
      ),
    ])
  func wrongTypes(member: String, cause: String) throws {
    let id = member.hasPrefix("\"id\"") ? nil : Optional("n")
    let document = #"{"_:component": "a", \#(id == nil ? "" : "\"id\": \"n\", ")\#(member)}"#
    #expect(try error(of: document) == .malformedComponent(id: id, path: "$", cause: cause))
  }

  @Test("Nodes without an identifier are numbered in the order of the document")
  func identifiers() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node("app:column", children: node("app:column", children: text("a")), text("b"), node("app:text", id: "own")))
    let column = try #require(view.root?.children.first)
    #expect(view.root?.id == "nimbus:root")
    #expect(view.root?.component == "fragment")
    #expect(column.id == "nimbus:1")
    #expect(column.children.map(\.id) == ["nimbus:2", "nimbus:4", "own"])
    #expect(column.children[0].children.map(\.id) == ["nimbus:3"])
    let second = try stage.view(text("c"))
    #expect(second.root?.children.first?.id == "nimbus:5")
  }

  @Test("The children of a leaf can be null, missing or empty, and unknown keys are ignored")
  func leaves() throws {
    for members in [
      "", #", "children": null"#, #", "children": [], "else": 5"#, #", "properties": null, "state": null"#,
    ] {
      let view = try NimbusHarness().view(#"{"_:component": "app:text"\#(members)}"#)
      #expect(view.root?.children.first?.children.isEmpty == true)
    }
  }

  @Test("A list of actions is an event if it is the value of a key, at any depth, and only then")
  func events() throws {
    let view = try NimbusHarness().view(
      node(
        "app:text",
        #""a": [{"_:action": "log"}], "b": {"c": [{"_:action": "log"}]}, "d": [[{"_:action": "log"}]], "e": [], "#
          + #""f": [null], "g": [{"h": [{"_:action": "log"}]}]"#))
    let properties = try #require(view.root?.children.first?.properties)
    func name(_ value: NimbusValue?) -> String? { if case .event(let event)? = value { event.name } else { nil } }
    #expect(name(properties["a"]) == "a")
    #expect(name(properties["b"]?["c"]) == "c")
    #expect(properties["d"]?.plain == [[["_:action": "log"]]])
    #expect(properties["e"]?.plain == [])
    #expect(properties["f"]?.plain == [.null])
    guard case .array(let elements)? = properties["g"] else { Issue.record("no list"); return }
    #expect(name(elements[0]["h"]) == "h")
  }

  @Test("Unknown operations, malformed expressions and unknown actions are logged once when they are read")
  func tellsOnce() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node(
        "app:column", id: "c", state: "\"s\": 0",
        children: text("@{bad(s)}"), text("@{a b}"), button("b", action("app:none"), setState("s", "1"))))
    #expect(
      stage.log.take() == [
        "error: In the view: The node nimbus:1 at $.children[:0] calls the operation \"bad\", which is not registered.",
        "error: In the view: The expression @{a b} of the node nimbus:2 at $.children[:1] is malformed: expected the end "
          + "of the expression, found \"b\".",
        "error: In the view: The action \"app:none\", used by \"onPress\" of the node nimbus:3 at $.children[:2], is not "
          + "registered.",
      ])
    view.layout.press("b")
    #expect(
      stage.log.take() == [
        "error: The action \"app:none\" in nimbus > view > nimbus:root > c > nimbus:3 > onPress is not registered."
      ])
    #expect(view.root?.children[0].children[0].properties?["text"]?.plain == .null)
  }

  @Test("A state with an invalid name is left out and logged")
  func stateNames() throws {
    let stage = NimbusHarness()
    let view = try stage.view(node("app:text", #""text": "@{_1a}""#, state: #""a-b": 1, "true": 2, "": 3, "_1a": 4"#))
    #expect(view.lines == ["4"])
    #expect(stage.log.errors.count == 3)
  }

  private func error(of document: String) throws -> ServerDrivenDocumentError? {
    let view = NimbusHarness().nimbus.makeView()
    do {
      try view.load(document)
      return nil
    } catch {
      guard case .failed = view.phase else { Issue.record("the view shows no error"); return nil }
      return error
    }
  }

  private func error(of document: String, _ isExpected: (ServerDrivenDocumentError) -> Bool) throws -> Bool {
    try error(of: document).map(isExpected) ?? false
  }
}
