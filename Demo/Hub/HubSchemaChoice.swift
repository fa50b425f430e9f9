import FlowJSON
import Hub

/// The schemas from which the user can choose.
enum HubSchemaChoice: String, Sendable {
  /// The default schema of Hub.
  case standard = "default"
  /// The schema of another server: a heading and rows, some of which are hidden.
  case recipes

  /// The demo's document for the schema.
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
