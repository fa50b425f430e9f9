import FlowJSON
import Foundation
import Hub
import Testing

@Suite("The example of the documentation catalog")
struct CatalogTests {
  @Test("A document of another shape becomes a view model")
  func example() throws {
    let schema = HubJSONSchema()
    schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
    schema.viewModelSchema.bodyComponentModelDictionariesPath =
      HubJSONPath().member("rows").elements.compactMap(named: "visible") { row in
        row["hidden"] == true ? .none : .some(row)
      }.dictionaryPath
    schema.componentModelSchema.identifierPath = HubJSONPath().member("recipeId").stringPath
    schema.componentModelSchema.titlePath = HubJSONPath().member("label").stringPath

    var builder = HubViewModelBuilder(schema: schema)
    try builder.addJSON(Data(#"{"heading": "Recipes", "rows": [{"recipeId": "r1", "label": "Soup"}]}"#.utf8))
    let view = builder.build()
    #expect("\(view.navigationBarTitle ?? "") \(view.bodyComponentModels[0].title ?? "")" == "Recipes Soup")
  }
}
