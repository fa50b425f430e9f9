import FlowJSON
import Foundation
import Hub

/// The demo's documents, and small ways to make models of JSON.
enum Fixtures {
  static var food: Data { get throws { try document("food") } }
  static var recipes: Data { get throws { try document("recipes") } }

  private static func document(_ name: String) throws -> Data {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    return try Data(contentsOf: package.appending(path: "Demo/Resources/\(name).json"))
  }

  /// The view that documents give, each on top of those before.
  static func view(_ documents: JSONValue..., schema: HubJSONSchema? = nil) throws -> HubViewModel {
    var builder = HubViewModelBuilder(schema: schema)
    for document in documents { try builder.addJSON(document: document) }
    return builder.build()
  }

  /// The component that an object gives.
  static func component(_ object: JSONObject, defaults: HubComponentDefaults = .standard) -> HubComponentModel {
    var builder = HubComponentModelBuilder(schema: HubJSONSchema(defaults: defaults))
    builder.addJSON(object)
    return builder.build()
  }

  /// The schema of the recipes document.
  static var recipesSchema: HubJSONSchema {
    let schema = HubJSONSchema()
    schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().goTo("heading").stringPath
    schema.viewModelSchema.bodyComponentModelDictionariesPath =
      HubJSONPath().goTo("rows").forEach().runBlock("visible") { $0["hidden"] == true ? .none : .some($0) }
      .dictionaryPath
    schema.componentModelSchema.identifierPath = HubJSONPath().goTo("recipeId").stringPath
    schema.componentModelSchema.titlePath = HubJSONPath().goTo("label").stringPath
    schema.componentModelSchema.mainImageDataDictionaryPath = HubJSONPath().goTo("picture").dictionaryPath
    schema.componentImageDataSchema.urlPath = HubJSONPath().goTo("href").urlPath
    return schema
  }
}
