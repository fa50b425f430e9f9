import FlowJSON
import FlowScreens
import Hub
import Testing

struct SmokeTests {
  @Test("A server's JSON becomes a view, which is drawn")
  func drawn() {
    let view = HubJSONSchema().viewModel(from: ["title": "Menu", "body": [["id": "a", "text": ["title": "Soup"]]]])
    #expect(view.navigationBarTitle == "Menu")
    let registry = HubComponentRegistry(fallback: HubLayouts())
    let layouts = view.bodyComponentModels.map { registry.component(for: $0, selected: { _ in }) }
    #expect(ScreenLayout.column(layouts).laidOut(width: 20).text == ["Soup"])
  }
}
