import FlowJSON
import Hub
import Testing

@Suite("Acceptance: builders")
struct BuilderAcceptanceTests {
  @Test("HB-18: Merged documents keep the order of components, replace values, and merge dictionaries by key")
  func merging() throws {
    let view = try Fixtures.view(
      ["title": "T", "body": [["id": "a", "text": ["title": "A"]], ["id": "b"]], "custom": ["x": 1]],
      ["title": nil, "body": [["id": "a", "text": ["subtitle": "S"]], ["id": "c"]], "custom": ["y": 2]])
    #expect(view.bodyComponentModels.map(\.identifier) == ["a", "b", "c"])
    #expect(view.bodyComponentModels[0].title == "A")
    #expect(view.bodyComponentModels[0].subtitle == "S")
    #expect(view.customData == ["x": 1, "y": 2])
    #expect(view.navigationBarTitle == "T")
  }

  @Test("HB-19: Merging keeps the identifier of the first header and merges the content")
  func header() throws {
    let view = try Fixtures.view(
      ["header": ["id": "h1", "text": ["title": "One", "subtitle": "S"]]],
      ["header": ["id": "h2", "text": ["title": "Two"]]])
    #expect(view.headerComponentModel?.identifier == "h1")
    #expect(view.headerComponentModel?.title == "Two")
    #expect(view.headerComponentModel?.subtitle == "S")
  }

  @Test("HB-20: Preferred indices order the list, and an index beyond its end means the end")
  func preferredIndices() {
    var builder = HubViewModelBuilder()
    for (identifier, index) in [("A", 2), ("B", nil), ("C", 3), ("D", 1), ("E", 0)] as [(String, Int?)] {
      builder.body.edit(identifier) { $0.preferredIndex = index }
    }
    builder.overlays.edit("only") { $0.preferredIndex = 99 }
    let view = builder.build()
    #expect(view.bodyComponentModels.map(\.identifier) == ["E", "D", "A", "C", "B"])
    #expect(view.bodyComponentModels.map(\.index) == [0, 1, 2, 3, 4])
    #expect(view.overlayComponentModels.map(\.index) == [0])
  }

  @Test("HB-21: Children have groups, index paths and types")
  func children() throws {
    let view = try Fixtures.view([
      "body": [
        ["id": "before"],
        [
          "id": "parent",
          "children": [
            ["id": "x", "group": "g"], ["id": "y", "children": [["id": "grandchild"]]], ["id": "z", "group": "g"],
          ],
        ],
      ]
    ])
    let parent = view.bodyComponentModels[1]
    #expect(parent.children(inGroup: "g")?.map(\.identifier) == ["x", "z"])
    #expect(parent.children(inGroup: "h") == nil)
    let grandchild = try #require(parent.child(at: 1)?.child(withIdentifier: "grandchild"))
    #expect(grandchild.indexPath == [1, 1, 0])
    #expect(grandchild.index == 0)
    #expect(view.parent(of: grandchild) == parent.child(at: 1))
    #expect(view.parent(of: parent) == nil)
    #expect(view.componentModel(at: grandchild.indexPath, of: .body) == grandchild)
    let overlay = try Fixtures.view(["overlays": [["children": [["children": [[:]]]]]]]).overlayComponentModels[0]
    #expect(overlay.child(at: 0)?.type == .overlay)
    #expect(overlay.child(at: 0)?.child(at: 0)?.type == .overlay)
  }

  @Test("HB-24: An unknown component is shown by its category")
  func fallback() throws {
    let components = HubComponentRegistry(fallback: CategoryNames())
    let component = Fixtures.component(["component": ["id": "nobody:thing", "category": "unknown"]])
    #expect(components.component(for: component) == "fallback for unknown")
  }
}

/// Makes a text that names the requested category.
struct CategoryNames: HubComponentFallbackHandler {
  func component(
    for category: HubComponentCategory, model: HubComponentModel, in context: HubComponentContext<String>
  ) -> String { "fallback for \(category)" }
}
