import FlowJSON
import Foundation
import Hub

/// The demo's documents, and functions that make models from JSON.
enum Fixtures {
  static var food: Data { get throws { try document("food") } }
  static var recipes: Data { get throws { try document("recipes") } }

  private static func document(_ name: String) throws -> Data {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    return try Data(contentsOf: package.appending(path: "Demo/Resources/\(name).json"))
  }

  /// Makes a view from documents, which are merged in order.
  static func view(_ documents: JSONValue..., schema: HubJSONSchema? = nil) throws -> HubViewModel {
    var builder = HubViewModelBuilder(schema: schema)
    for document in documents { try builder.addJSON(document: document) }
    return builder.build()
  }

  /// Makes a component from an object.
  static func component(_ object: JSONObject, defaults: HubComponentDefaults = .standard) -> HubComponentModel {
    var builder = HubComponentModelBuilder(schema: HubJSONSchema(defaults: defaults))
    builder.addJSON(object)
    return builder.build()
  }

  /// The schema of the recipes document.
  static var recipesSchema: HubJSONSchema {
    let schema = HubJSONSchema()
    schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
    schema.viewModelSchema.bodyComponentModelDictionariesPath =
      HubJSONPath().member("rows").elements.compactMap(named: "visible") { $0["hidden"] == true ? .none : .some($0) }
      .dictionaryPath
    schema.componentModelSchema.identifierPath = HubJSONPath().member("recipeId").stringPath
    schema.componentModelSchema.titlePath = HubJSONPath().member("label").stringPath
    schema.componentModelSchema.mainImageDataDictionaryPath = HubJSONPath().member("picture").dictionaryPath
    schema.componentImageDataSchema.urlPath = HubJSONPath().member("href").urlPath
    return schema
  }
}
