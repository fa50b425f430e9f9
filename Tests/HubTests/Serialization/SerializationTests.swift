import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Serialization")
struct SerializationTests {
  @Test("Nil values and empty lists are omitted, and the key component is always written")
  func leanest() throws {
    #expect(HubViewModelBuilder().build().json == [:])
    #expect(
      HubComponentModelBuilder(identifier: "a").build().json
        == ["id": "a", "component": ["id": "default:row", "category": "row"]])
    #expect(HubComponentTargetBuilder().build().json == [:])
  }

  @Test("Empty dictionaries are written")
  func emptyDictionaries() throws {
    let view = try Fixtures.view(["custom": [:], "body": [["id": "a", "target": [:], "logging": [:]]]])
    #expect(view.json["custom"] == [:])
    #expect(view.json["body"]?[0]?["target"] == [:])
    #expect(view.json["body"]?[0]?["logging"] == [:])
    #expect(view.json["body"]?[0]?["metadata"] == nil)
  }

  @Test("The default keys are written, whatever schema read the document")
  func customSchema() throws {
    var builder = HubViewModelBuilder(schema: Fixtures.recipesSchema)
    try builder.addJSON(try Fixtures.recipes)
    #expect(
      builder.build().json == [
        "title": "Recipes",
        "body": [
          [
            "id": "r1", "component": ["id": "default:row", "category": "row"], "text": ["title": "Soup"],
            "images": ["main": ["uri": "https://example.org/pictures/soup.png"]],
          ],
          ["id": "r3", "component": ["id": "default:row", "category": "row"], "text": ["title": "Bread"]],
        ],
      ])
  }

  @Test("Models are Codable through the default schema")
  func codable() throws {
    let view = try HubViewModel(parsing: Fixtures.food)
    let data = try JSONEncoder().encode(view)
    #expect(try JSONDecoder().decode(HubViewModel.self, from: data) == view)
    let component = Fixtures.component(FullDocument.component)
    let again = try JSONDecoder().decode([HubComponentModel].self, from: JSONEncoder().encode([component]))
    #expect(again.map(\.identifier) == ["c"])
    #expect(again[0].target?.initialViewModel?.navigationBarTitle == "Initial")
    let target = try #require(component.target)
    #expect(try JSONDecoder().decode(HubComponentTarget.self, from: JSONEncoder().encode(target)) == target)
    #expect(throws: HubJSONError.wrongRoot(expected: .object, found: "an empty array")) {
      try JSONDecoder().decode(HubViewModel.self, from: Data("[]".utf8))
    }
  }
}
