import FlowJSON
import Hub

/// The schemas that documents can be read by.
enum HubSchemaChoice: String, Sendable {
  /// The one that Hub brings along.
  case standard = "default"
  /// Another server's: a heading, and rows some of which are hidden.
  case recipes

  /// The document that the demo brings along for it.
  var resource: String {
    switch self {
    case .standard: "food.json"
    case .recipes: "recipes.json"
    }
  }

  /// The schema.
  func schema() -> HubJSONSchema {
    let schema = HubJSONSchema()
    guard self == .recipes else { return schema }
    let path = HubJSONPath()
    schema.viewModelSchema.navigationBarTitlePath = path.goTo("heading").stringPath
    schema.viewModelSchema.bodyComponentModelDictionariesPath =
      path.goTo("rows").forEach().runBlock { row in row["hidden"] == true ? .none : .some(row) }.dictionaryPath
    schema.componentModelSchema.identifierPath = path.goTo("recipeId").stringPath
    schema.componentModelSchema.titlePath = path.goTo("label").stringPath
    schema.componentModelSchema.mainImageDataDictionaryPath = path.goTo("picture").dictionaryPath
    schema.componentImageDataSchema.urlPath = path.goTo("href").urlPath
    return schema
  }
}
