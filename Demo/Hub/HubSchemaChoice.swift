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
    schema.viewModelSchema.navigationBarTitlePath = path.member("heading").stringPath
    schema.viewModelSchema.bodyComponentModelDictionariesPath =
      path.member("rows").elements.compactMap { row in row["hidden"] == true ? .none : .some(row) }.dictionaryPath
    schema.componentModelSchema.identifierPath = path.member("recipeId").stringPath
    schema.componentModelSchema.titlePath = path.member("label").stringPath
    schema.componentModelSchema.mainImageDataDictionaryPath = path.member("picture").dictionaryPath
    schema.componentImageDataSchema.urlPath = path.member("href").urlPath
    return schema
  }
}
