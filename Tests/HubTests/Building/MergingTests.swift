import FlowJSON
import FlowScreens
import Foundation
import Hub
import Testing

@Suite("Merging documents")
struct MergingTests {
  @Test("Two objects with the same id in one document are one component")
  func withinOneDocument() throws {
    let view = try Fixtures.view([
      "body": [["id": "a", "text": ["title": "1"]], ["id": "b"], ["id": "a", "text": ["subtitle": "2"]]]
    ])
    #expect(view.bodyComponentModels.map(\.identifier) == ["a", "b"])
    #expect(view.bodyComponentModels[0].title == "1")
    #expect(view.bodyComponentModels[0].subtitle == "2")
  }

  @Test("An id identifies a component only within its list")
  func listsAreSeparate() throws {
    let view = try Fixtures.view(["body": [["id": "a"]], "overlays": [["id": "a", "children": [["id": "a"]]]]])
    #expect(view.bodyComponentModels.count == 1)
    #expect(view.overlayComponentModels[0].childComponentModels.map(\.identifier) == ["a"])
  }

  @Test("Children, images and dictionaries are merged, and values are replaced")
  func parts() throws {
    let view = try Fixtures.view(
      [
        "body": [
          [
            "id": "a", "component": ["id": "x:y", "category": "card"], "metadata": ["k": ["deep": 1], "l": 1],
            "images": ["main": ["uri": "https://a", "placeholder": "p"], "custom": ["one": ["local": "1"]]],
            "children": [["id": "c", "text": ["title": "C"]]],
          ]
        ]
      ],
      [
        "body": [
          [
            "id": "a", "component": ["id": "z"], "metadata": ["k": ["other": 2]],
            "images": ["main": ["uri": "https://b"], "custom": ["one": ["placeholder": "q"], "two": ["local": "2"]]],
            "children": [["id": "d"], ["id": "c", "text": ["subtitle": "S"]]],
          ]
        ]
      ])
    let component = view.bodyComponentModels[0]
    #expect(component.componentIdentifier.description == "x:z")
    #expect(component.componentCategory == .card)
    #expect(component.metadata == ["k": ["other": 2], "l": 1])
    #expect(component.mainImageData?.url?.absoluteString == "https://b")
    #expect(component.mainImageData?.placeholderIcon == "p")
    #expect(component.customImageData["one"]?.localImage == "1")
    #expect(component.customImageData["one"]?.placeholderIcon == "q")
    #expect(Set(component.customImageData.keys) == ["one", "two"])
    #expect(component.childComponentModels.map(\.identifier) == ["c", "d"])
    #expect(component.childComponentModels[0].title == "C")
    #expect(component.childComponentModels[0].subtitle == "S")
  }

  @Test("Merging targets merges the view, appends new actions, and keeps a URI that is not set again")
  func targets() {
    var builder = HubComponentTargetBuilder()
    builder.addJSON(["uri": "a:1", "actions": ["n:a", "n:b"], "view": ["id": "i", "title": "T"], "custom": ["x": 1]])
    builder.addJSON(["uri": nil, "actions": ["n:b", "n:c"], "view": ["title": "U"], "custom": ["y": 2]])
    let target = builder.build()
    #expect(target.uri?.absoluteString == "a:1")
    #expect(target.actionIdentifiers?.map(\.description) == ["n:a", "n:b", "n:c"])
    #expect(target.initialViewModel?.identifier == "i")
    #expect(target.initialViewModel?.navigationBarTitle == "U")
    #expect(target.customData == ["x": 1, "y": 2])
  }

  @Test("A header without an id has the identifier header")
  func namelessHeader() throws {
    let view = try Fixtures.view(["header": [:]], ["header": ["id": "late"]])
    #expect(view.headerComponentModel?.identifier == "header")
  }

  @Test("Image data without a valid member is nil, also in custom images")
  func emptyImages() {
    let component = Fixtures.component([
      "images": ["main": [:], "background": ["uri": "é"], "custom": ["a": [:], "b": 5, "c": ["local": "x"]]]
    ])
    #expect(component.mainImageData == nil)
    #expect(component.backgroundImageData == nil)
    #expect(Set(component.customImageData.keys) == ["c"])
  }

  @Test("An empty object is a value, and null is not")
  func emptyObjects() {
    let component = Fixtures.component(["target": [:], "custom": [:], "metadata": nil, "logging": 5])
    #expect(component.target == HubComponentTargetBuilder().build())
    #expect(component.customData == [:])
    #expect(component.metadata == nil)
    #expect(component.loggingData == nil)
  }

  @Test(
    "Empty parts of a component id keep the defaults",
    arguments: [
      ("", "ns:nm"), (":b", "ns:b"), ("a:", "a:nm"), (":", "ns:nm"), ("a::c", "a:nm"),
    ])
  func emptyParts(text: String, expected: String) {
    let defaults = HubComponentDefaults(namespace: "ns", name: "nm", category: "cat")
    let component = Fixtures.component(["component": ["id": .string(text)]], defaults: defaults)
    #expect(component.componentIdentifier.description == expected)
  }

  @Test("Anonymous components are never merged, and never use the identifier of an earlier or later sibling")
  func anonymous() throws {
    let view = try Fixtures.view(["body": [[:], [:]]], ["body": [["id": "UnknownComponent:1"], [:]]])
    #expect(
      view.bodyComponentModels.map(\.identifier) == [
        "UnknownComponent:0", "UnknownComponent:2", "UnknownComponent:1", "UnknownComponent:3",
      ])
  }
}
