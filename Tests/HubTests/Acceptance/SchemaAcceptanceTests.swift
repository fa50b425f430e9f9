import FlowJSON
import FlowScreens
import Foundation
import Hub
import Testing

@Suite("Acceptance: schemas")
struct SchemaAcceptanceTests {
  @Test("HB-15: An identifier can be registered once, and again after it was unregistered")
  func identifiers() throws {
    let registry = HubJSONSchemaRegistry()
    let first = registry.makeSchema()
    try registry.register("x", first)
    #expect(throws: HubRegistrationError.alreadyRegistered(.schema, "x")) {
      try registry.register("x", registry.makeSchema())
    }
    #expect(registry.customSchema(forIdentifier: "x") === first)
    registry.unregister("x")
    #expect(registry.customSchema(forIdentifier: "x") == nil)
    try registry.register("x", registry.makeSchema())
  }

  @Test("HB-16: A copy is independent of the schema that was copied")
  func copies() throws {
    let registry = HubJSONSchemaRegistry()
    let schema = registry.makeSchema()
    schema.viewModelSchema.navigationBarTitlePath = schema.makePath().member("customTitle").stringPath
    try registry.register("x", schema)
    let copy = try #require(registry.makeSchema(copying: "x"))
    copy.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("other").stringPath
    let object: JSONObject = ["customTitle": "A", "other": "B"]
    #expect(schema.viewModel(from: object).navigationBarTitle == "A")
    #expect(copy.viewModel(from: object).navigationBarTitle == "B")
    #expect(registry.makeSchema(copying: "unknown") == nil)
    #expect(registry.customSchema(forIdentifier: "x") === schema)
  }

  @Test("HB-17: A custom schema reads a document of another shape and skips its hidden row")
  func recipes() throws {
    let view = try Fixtures.view(
      [
        "heading": "Recipes",
        "rows": [
          ["recipeId": "r1", "label": "Soup", "picture": ["href": "https://x/y.png"], "hidden": false],
          ["recipeId": "r2", "label": "Sauce", "picture": ["href": "https://x/z.png"], "hidden": true],
        ],
      ], schema: Fixtures.recipesSchema)
    #expect(view.navigationBarTitle == "Recipes")
    #expect(view.bodyComponentModels.map(\.identifier) == ["r1"])
    #expect(view.bodyComponentModels[0].title == "Soup")
    #expect(view.bodyComponentModels[0].mainImageData?.url?.absoluteString == "https://x/y.png")
    #expect(view.bodyComponentModels[0].componentIdentifier.description == "default:row")
  }
}
