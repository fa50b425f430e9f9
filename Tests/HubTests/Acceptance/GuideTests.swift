import FlowJSON
import FlowScreens
import Foundation
import Hub
import Testing

@Suite("The examples of the JSON Programming Guide")
struct GuideTests {
  @Test("The food document gives a header, a carousel, a section header and three rows")
  func food() throws {
    let view = try HubViewModel(parsing: Fixtures.food)
    let header = try #require(view.headerComponentModel)
    #expect(header.title == "Delicious Food")
    #expect(header.componentIdentifier.description == "default:header")
    #expect(header.backgroundImageData?.url?.absoluteString == "https://spotify.com/image/of/food.jpg")
    #expect(header.backgroundImageData?.placeholderIcon == "food")
    #expect(view.bodyComponentModels.map(\.identifier) == ["featured", "sectionHeader", "row-0", "row-1", "row-2"])
    #expect(view.bodyComponentModels.map(\.componentCategory) == [.carousel, .header, .row, .row, .row])
    #expect(
      view.bodyComponentModels.map(\.title) == [
        "Great quick meals", "Delicious Swedish Food", "Meatballs & mashed potatoes", "Fried herring", "Cinnamon bun",
      ])
    let cards = view.bodyComponentModels[0].childComponentModels
    #expect(cards.map(\.identifier) == ["featured-0", "featured-1", "featured-2"])
    #expect(cards.map(\.title) == ["Hamburger", "Noodles", "Hot Dogs"])
    #expect(cards.map(\.target?.uri?.lastPathComponent) == ["Hamburger", "Noodle", "Hot_dog"])
    #expect(cards.allSatisfy { $0.mainImageData?.placeholderIcon == "quickfood" && $0.descriptionText != nil })
    #expect(view.bodyComponentModels[4].target?.uri?.absoluteString == "https://en.wikipedia.org/wiki/Cinnamon_roll")
    #expect(view.overlayComponentModels.isEmpty)
    #expect(view.navigationBarTitle == nil)
  }

  @Test("A path reads a title that is nested in a dictionary")
  func path() throws {
    let document: JSONObject = ["text": ["title": "The title"]]
    let path = HubJSONSchemaRegistry().createNewSchema().makePath()
    #expect(path.goTo("text").goTo("title").stringPath.string(from: document) == "The title")
    #expect(Fixtures.component(document).title == "The title")
  }

  @Test("A copy of a registered schema can replace one path")
  func extending() throws {
    let registry = HubJSONSchemaRegistry()
    try registry.register("recipes", Fixtures.recipesSchema)
    let extended = try #require(registry.copySchema(withIdentifier: "recipes"))
    extended.componentModelSchema.subtitlePath = extended.makePath().goTo("recipeId").stringPath
    try registry.register("recipes with ids", extended)
    var builder = HubViewModelBuilder(schema: registry.schema(named: "recipes with ids"))
    try builder.addJSON(Fixtures.recipes)
    #expect(builder.build().bodyComponentModels.map(\.subtitle) == ["r1", "r3"])
    #expect(builder.build().bodyComponentModels.map(\.title) == ["Soup", "Bread"])
  }
}
