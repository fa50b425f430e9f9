import FlowJSON
import FlowScreens
import Foundation
import Hub
import Testing

@Suite("Acceptance: documents")
struct DocumentAcceptanceTests {
  @Test("HB-01: All six parts of a view are read")
  func wholeView() throws {
    let view = try Fixtures.view([
      "id": "v", "title": "T",
      "header": ["id": "h", "component": ["id": "a:b", "category": "header"]],
      "body": [["id": "c"]], "overlays": [["id": "o"]], "custom": ["k": 1],
    ])
    #expect(view.identifier == "v")
    #expect(view.navigationBarTitle == "T")
    let header = try #require(view.headerComponentModel)
    #expect(header.identifier == "h")
    #expect(header.type == .header)
    #expect(header.index == 0)
    #expect(header.componentIdentifier == ComponentIdentifier("a:b"))
    #expect(header.componentNamespace == "a")
    #expect(header.componentName == "b")
    #expect(header.componentCategory == .header)
    #expect(view.bodyComponentModels.map(\.identifier) == ["c"])
    #expect(view.bodyComponentModels[0].type == .body)
    #expect(view.bodyComponentModels[0].index == 0)
    #expect(view.bodyComponentModels[0].componentIdentifier.description == "default:row")
    #expect(view.bodyComponentModels[0].componentCategory == .row)
    #expect(view.overlayComponentModels.map(\.identifier) == ["o"])
    #expect(view.overlayComponentModels[0].type == .overlay)
    #expect(view.overlayComponentModels[0].index == 0)
    #expect(view.customData == ["k": 1])
  }

  @Test("HB-02: A root array is a list of body components, and elements that are not objects are skipped")
  func rootArray() throws {
    let view = try Fixtures.view([["id": "a"], "x", ["id": "b"]])
    #expect(view.bodyComponentModels.map(\.identifier) == ["a", "b"])
    #expect(view.bodyComponentModels.map(\.index) == [0, 1])
    #expect(view.navigationBarTitle == nil)
  }

  @Test("HB-03: Properties of the wrong kind are absent")
  func wrongKinds() throws {
    let view = try Fixtures.view(["title": 5, "body": ["id": "c"], "custom": [1]])
    #expect(view.navigationBarTitle == nil)
    #expect(view.bodyComponentModels.isEmpty)
    #expect(view.customData == nil)
  }

  @Test("HB-04: Elements of the wrong kind are skipped, and the others are used in order")
  func wrongElements() throws {
    let view = try Fixtures.view(["body": [["id": "a", "text": ["title": 7, "subtitle": "s"]], 3, nil, ["id": "b"]]])
    let body = view.bodyComponentModels
    #expect(body.map(\.identifier) == ["a", "b"])
    #expect(body.map(\.index) == [0, 1])
    #expect(body[0].title == nil)
    #expect(body[0].subtitle == "s")
  }

  @Test("HB-05: Component ids are read leniently", arguments: [("a:b", "a:b"), ("b", "ns:b"), ("a:b:c", "a:b")])
  func lenientIdentifiers(text: String, expected: String) {
    let defaults = HubComponentDefaults(namespace: "ns", name: "nm", category: "cat")
    let component = Fixtures.component(["component": ["id": .string(text)]], defaults: defaults)
    #expect(component.componentIdentifier.description == expected)
    #expect(component.componentCategory == "cat")
  }

  @Test("HB-06: Strict identifiers have two parts")
  func strictIdentifiers() {
    #expect(ComponentIdentifier("a:b")?.description == "a:b")
    for text in ["", "a", "a:b:c"] { #expect(ComponentIdentifier(text) == nil) }
  }

  @Test("HB-07: A target has actions without duplicates, and an initial view")
  func target() throws {
    let component = Fixtures.component([
      "target": [
        "uri": "spotify:hub:x", "actions": ["n:a", "bad", "n:a", "n:b"], "view": ["id": "i", "title": "t"],
      ]
    ])
    let target = try #require(component.target)
    #expect(target.uri?.absoluteString == "spotify:hub:x")
    #expect(target.actionIdentifiers?.map(\.description) == ["n:a", "n:b"])
    #expect(target.initialViewModel?.identifier == "i")
    #expect(target.initialViewModel?.navigationBarTitle == "t")
  }

  @Test("HB-23: Only the outermost level throws an error, and the builder does not change")
  func outermostErrors() throws {
    var builder = HubViewModelBuilder()
    builder.addJSON(["title": "T", "body": [["id": "a"]]])
    let before = builder.build()
    let place = JSONPosition(line: 1, column: 1, offset: 0)
    #expect(throws: HubJSONError.emptyData) { try builder.addJSON(Data()) }
    #expect {
      try builder.addJSON(Data("<html>".utf8))
    } throws: { error in
      guard case HubJSONError.invalidJSON(let error) = error else { return false }
      return error.position == place
    }
    #expect(throws: HubJSONError.wrongRoot(expected: .objectOrArray, found: "the integer 5")) {
      try builder.addJSON(Data("5".utf8))
    }
    #expect(builder.build() == before)

    var component = HubComponentModelBuilder(identifier: "c")
    component.title = "T"
    let componentBefore = component.build()
    #expect(throws: HubJSONError.wrongRoot(expected: .object, found: "an array")) {
      try component.addJSON(Data(#"[{"text": {"title": "X"}}]"#.utf8))
    }
    #expect(component.build() == componentBefore)
  }

  @Test("HB-25: The same document with anonymous components gives equal models")
  func anonymous() throws {
    let document: JSONValue = [
      "body": [["text": ["title": "1"]], ["id": "UnknownComponent:0"], ["children": [[:], [:]]]], "overlays": [[:]],
    ]
    let view = try Fixtures.view(document)
    #expect(try view == Fixtures.view(document))
    #expect(
      view.bodyComponentModels.map(\.identifier) == ["UnknownComponent:1", "UnknownComponent:0", "UnknownComponent:2"])
    #expect(
      view.bodyComponentModels[2].childComponentModels.map(\.identifier) == [
        "UnknownComponent:0", "UnknownComponent:1",
      ])
  }
}
