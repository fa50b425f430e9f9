import FlowJSON
import Foundation
import Hub
import Testing

@Suite("View model builders")
struct HubViewModelBuilderTests {
  @Test("A builder is empty until it has a component, whatever else is set")
  func isEmpty() {
    var builder = HubViewModelBuilder()
    builder.addJSON(["id": "v", "title": "T", "custom": ["k": 1]])
    #expect(builder.isEmpty)
    #expect(!builder.hasHeader)
    builder.editHeader()
    #expect(!builder.isEmpty)
    #expect(builder.hasHeader)
    builder.removeHeader()
    #expect(builder.isEmpty)
    builder.overlays.append()
    #expect(!builder.isEmpty)
    builder.removeAllComponents()
    #expect(builder.isEmpty)
    #expect(builder.navigationBarTitle == "T")
  }

  @Test("A component that gets its identifier from JSON is found by it, and no two have the same")
  func lateIdentifier() throws {
    var builder = HubViewModelBuilder()
    builder.body.append { $0.addJSON(["id": "a"]) }
    builder.body.append { $0.addJSON(["id": "a", "text": ["title": "other"]]) }
    builder.body.append()
    builder.body.editEach { component in
      if component.identifier == nil { component.addJSON(["id": "b"]) }
      return true
    }
    #expect(builder.body["a"] != nil && builder.body.contains("b"))
    try builder.addJSON(Data(#"{"body":[{"id":"a","text":{"title":"T"}}]}"#.utf8))
    #expect(builder.build().bodyComponentModels.map(\.identifier) == ["a", "b", "UnknownComponent:0"])
    #expect(builder.body["a"]?.title == "T")
    builder.body.remove("b")
    #expect(builder.body.count == 2)
  }

  @Test("Editing a component creates it, and reading does not")
  func existence() {
    var builder = HubViewModelBuilder()
    #expect(builder.header == nil)
    #expect(builder.body["a"] == nil)
    #expect(!builder.body.contains("a"))
    builder.body.edit("a") { component in
      #expect(!component.children.contains("b"))
      #expect(component.target == nil)
      component.children.append("b")
      component.editTarget { target in
        #expect(!target.hasInitialViewModel)
        target.editInitialViewModel { $0.navigationBarTitle = "T" }
      }
      component.editCustomImageData("i") { $0.localImage = "l" }
      component.editMainImageData { $0.placeholderIcon = "p" }
    }
    #expect(builder.body["a"]?.children.contains("b") == true)
    #expect(builder.body["a"]?.target?.initialViewModel?.navigationBarTitle == "T")
    #expect(builder.body["a"]?.customImageData["i"]?.localImage == "l")
    #expect(builder.body["a"]?.mainImageData?.placeholderIcon == "p")
  }

  @Test("Edited parts can be removed, and appending an existing identifier adds nothing")
  func removing() {
    var component = HubComponentModelBuilder(identifier: "a")
    component.editMainImageData { $0.localImage = "l" }
    component.editBackgroundImageData { $0.localImage = "l" }
    component.editTarget { $0.uri = URL(string: "a:b") }
    component.removeMainImageData()
    component.removeBackgroundImageData()
    component.removeTarget()
    #expect(component.mainImageData == nil && component.backgroundImageData == nil && component.target == nil)
    component.children.append("b")
    component.children.append()
    component.children.append("b")
    #expect(component.children.map(\.identifier) == ["b", nil])
  }

  @Test("Each component is visited, first the header, then the body and the overlays, until the visitor stops")
  func visiting() {
    var builder = HubViewModelBuilder()
    builder.addJSON(["overlays": [["id": "o"]], "body": [["id": "b"], ["id": "a"]], "header": ["id": "h"]])
    var visited: [String] = []
    builder.editEachComponent { type, component in
      visited.append("\(type) \(component.identifier ?? "")")
      component.title = "seen"
      return true
    }
    #expect(visited == ["header h", "body b", "body a", "overlay o"])
    #expect(builder.build().overlayComponentModels[0].title == "seen")
    visited = []
    builder.editEachComponent { _, component in
      visited.append(component.identifier ?? "")
      return component.identifier != "b"
    }
    #expect(visited == ["h", "b"])
    visited = []
    builder.editEachComponent { _, component in
      visited.append(component.identifier ?? "")
      return false
    }
    #expect(visited == ["h"])
  }

  @Test("Removing a component by its identifier keeps the identifiers of the others")
  func removingComponents() throws {
    var builder = HubViewModelBuilder()
    builder.addJSON(["body": [["id": "a"], [:], ["id": "b"], ["id": "c"]]])
    builder.body.remove("a")
    builder.body.remove("nobody")
    builder.body.edit("c") { $0.title = "C" }
    builder.addJSON(["body": [["id": "b", "text": ["title": "B"]]]])
    let body = builder.build().bodyComponentModels
    #expect(body.map(\.identifier) == ["UnknownComponent:0", "b", "c"])
    #expect(body.map(\.title) == [nil, "B", "C"])
    #expect(body.map(\.index) == [0, 1, 2])
  }

  @Test("Setting a key of a dictionary to nil removes it")
  func dictionaryKeys() {
    var builder = HubViewModelBuilder()
    builder.setCustomDataValue(nil, forKey: "a")
    #expect(builder.customData == nil)
    builder.setCustomDataValue(1, forKey: "a")
    builder.setCustomDataValue(2, forKey: "b")
    builder.setCustomDataValue(nil, forKey: "a")
    #expect(builder.build().customData == ["b": 2])
  }

  @Test("Children are found by their current group")
  func groups() {
    var builder = HubComponentModelBuilder(identifier: "p")
    for identifier in ["x", "y"] { builder.children.edit(identifier) { $0.groupIdentifier = "g" } }
    #expect(builder.children.builders(inGroup: "g")?.map(\.identifier) == ["x", "y"])
    builder.children.edit("x") { $0.groupIdentifier = "h" }
    #expect(builder.children.builders(inGroup: "g")?.map(\.identifier) == ["y"])
    #expect(builder.children.builders(inGroup: "h")?.map(\.identifier) == ["x"])
    builder.children.remove("y")
    #expect(builder.children.builders(inGroup: "g") == nil)
  }

  @Test("Equality ignores the build date of a view model and the position of a component")
  func equality() throws {
    var builder = HubViewModelBuilder()
    builder.addJSON(["title": "T"])
    let (early, late) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 9))
    #expect(builder.build(at: early) == builder.build(at: late))
    #expect(builder.build(at: early).buildDate == early)
    let first = try Fixtures.view(["body": [["id": "a"], ["id": "b"]]])
    let second = try Fixtures.view(["body": [["id": "b"], ["id": "a"]]])
    #expect(first.bodyComponentModels[0] == second.bodyComponentModels[1])
    #expect(first != second)
    #expect(Fixtures.component(["id": "a"]) != Fixtures.component(["id": "a", "children": [[:]]]))
    #expect(Fixtures.component(["id": "a"]) != Fixtures.component(["id": "a", "target": [:]]))
  }
}
