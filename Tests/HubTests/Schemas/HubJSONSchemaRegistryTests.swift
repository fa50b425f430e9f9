import FlowJSON
import FlowScreens
import Foundation
import Hub
import TestSupport
import Testing

@Suite("The schema registry")
struct HubJSONSchemaRegistryTests {
  @Test("The registry returns the registered schema itself, with later changes")
  func sameObject() throws {
    let registry = HubJSONSchemaRegistry()
    let schema = registry.makeSchema()
    try registry.register("x", schema)
    schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("late").stringPath
    #expect(registry.schema(named: "x").viewModel(from: ["late": "T"]).navigationBarTitle == "T")
  }

  @Test("A builder keeps the paths that its schema had when the builder was made")
  func snapshot() {
    let schema = HubJSONSchema()
    var builder = HubViewModelBuilder(schema: schema)
    schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("late").stringPath
    builder.addJSON(["title": "T", "late": "L"])
    #expect(builder.navigationBarTitle == "T")
  }

  @Test("The default schema replaces an unknown one, with a warning")
  func unknown() {
    let logger = LogBook()
    let registry = HubJSONSchemaRegistry(logger: logger)
    #expect(registry.schema(named: "no\"where").viewModel(from: ["title": "T"]).navigationBarTitle == "T")
    #expect(
      logger.entries == [
        #"warning: No JSON schema is registered as "no\"where"; the default schema is used."#
      ])
    #expect(registry.schema(named: nil).viewModel(from: ["title": "T"]).navigationBarTitle == "T")
    #expect(logger.entries.count == 1)
  }

  @Test("An empty identifier is refused, and unregistering an unknown one does nothing")
  func emptyIdentifier() throws {
    let registry = HubJSONSchemaRegistry()
    #expect(throws: HubRegistrationError.emptyIdentifier(of: .schema)) {
      try registry.register("", registry.makeSchema())
    }
    registry.unregister("nobody")
    try registry.registerCustomSchema(registry.makeSchema(), forIdentifier: "framework")
    #expect(registry.customSchema(forIdentifier: "framework") != nil)
    registry.unregisterCustomSchema("framework")
    #expect(registry.customSchema(forIdentifier: "framework") == nil)
    #expect(registry.customSchema(forIdentifier: "") == nil)
  }

  @Test("New schemas are independent of each other and have the registry's defaults")
  func newSchemas() {
    let defaults = HubComponentDefaults(namespace: "shop", name: "tile", category: .card)
    let registry = HubJSONSchemaRegistry(defaults: defaults)
    registry.makeSchema().viewModelSchema.navigationBarTitlePath = HubJSONPath().member("x").stringPath
    let view = registry.makeSchema().viewModel(from: ["title": "T", "body": [[:]]])
    #expect(view.navigationBarTitle == "T")
    #expect(view.bodyComponentModels[0].componentIdentifier.description == "shop:tile")
    #expect(view.bodyComponentModels[0].componentCategory == .card)
    #expect(registry.makeSchema().copy().componentDefaults == defaults)
  }

  @Test("The Hub Framework's names make the same schemas")
  func frameworkNames() throws {
    let defaults = HubComponentDefaults(namespace: "app", name: "card", category: .card)
    let registry = HubJSONSchemaRegistry(defaults: defaults)
    let schema = registry.createNewSchema()
    #expect(schema.componentDefaults == defaults)
    schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
    try registry.register("a", schema)
    let copy = try #require(registry.copySchema(withIdentifier: "a"))
    #expect(copy !== schema)
    #expect(copy.viewModel(from: ["heading": "T"]).navigationBarTitle == "T")
    #expect(registry.copySchema(withIdentifier: "b") == nil)
  }

  @Test("Changing the original does not change a copy")
  func originalChanges() throws {
    let original = HubJSONSchema()
    let copy = original.copy()
    original.componentModelSchema.titlePath = HubJSONPath().member("x").stringPath
    original.componentImageDataSchema.urlPath = HubJSONPath().member("x").urlPath
    original.componentTargetSchema.uriPath = HubJSONPath().member("x").urlPath
    let document: JSONObject = [
      "body": [
        [
          "id": "a", "text": ["title": "T"], "images": ["main": ["uri": "https://a"]], "target": ["uri": "b:c"],
        ]
      ]
    ]
    let component = copy.viewModel(from: document).bodyComponentModels[0]
    #expect(component.title == "T")
    #expect(component.mainImageData?.url != nil)
    #expect(component.target?.uri != nil)
    #expect(original.viewModel(from: document).bodyComponentModels[0].title == nil)
  }

  @Test("Custom paths apply at every level of children, targets and their views")
  func everyLevel() {
    let schema = HubJSONSchema()
    schema.componentModelSchema.titlePath = HubJSONPath().member("t").stringPath
    schema.componentModelSchema.childDictionariesPath = HubJSONPath().member("c").elements.dictionaryPath
    schema.componentTargetSchema.initialViewModelDictionaryPath = HubJSONPath().member("v").dictionaryPath
    let view = schema.viewModel(from: [
      "header": ["t": "1", "c": [["t": "2", "target": ["v": ["body": [["t": "3"]]]]]]]
    ])
    let child = view.headerComponentModel?.child(at: 0)
    #expect(view.headerComponentModel?.title == "1")
    #expect(child?.title == "2")
    #expect(child?.target?.initialViewModel?.bodyComponentModels[0].title == "3")
  }
}
