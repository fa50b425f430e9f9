import FlowJSON
import FlowScreens
import Hub
import Testing

@Suite("HubLayouts")
struct HubLayoutsTests {
  private func view(_ document: JSONObject) -> HubViewModel { HubJSONSchema().viewModel(from: document) }

  private func drawn(
    _ component: JSONObject, width: Int = 40, selected: @escaping (HubComponentModel) -> Void = { _ in }
  ) -> Frame {
    let registry = HubComponentRegistry(fallback: HubLayouts())
    let models = view(["body": [.object(component)]]).bodyComponentModels
    return ScreenLayout.column(models.map { registry.component(for: $0, selected: selected) }).laidOut(width: width)
  }

  private func component(_ category: String, _ more: JSONObject = [:]) -> JSONObject {
    let start: JSONObject = [
      "id": "c", "component": ["id": "default:x", "category": .string(category)],
      "text": ["title": "Title", "subtitle": "Subtitle"],
    ]
    return start.merging(more)
  }

  @Test(
    "Each category has a layout, and an unknown one is drawn as a row",
    arguments: [
      ("header", ["Title", "Subtitle"]), ("row", ["Title", "  Subtitle"]), ("nobody knows", ["Title", "  Subtitle"]),
      ("card", ["┌─ Title ────────┐", "│ Subtitle       │", "└────────────────┘"]),
      ("banner", ["┌─ Title ────────┐", "│ Subtitle       │", "└────────────────┘"]),
      ("carousel", ["Title", "Subtitle"]),
    ])
  func categories(category: String, lines: [String]) {
    #expect(drawn(component(category), width: 18).text == lines)
  }

  @Test("A row shows its accessory and description, and placeholders for its images")
  func images() {
    let more: JSONObject = [
      "text": ["title": "T", "accessory": "new", "description": "Long"],
      "images": [
        "icon": "star", "main": ["placeholder": "food"], "background": ["uri": "https://x.org/a/b.png"],
      ],
    ]
    #expect(
      drawn(component("row", more)).text == [
        "T new", "  Long", "  (icon: star)", "  (image: food)", "  (image: b.png)",
      ])
  }

  @Test(
    "A component with a target and without a title is a button with its identifier",
    arguments: ["row", "card", "banner"])
  func button(category: String) {
    let target: JSONObject = ["target": ["uri": "https://x.org"], "text": [:]]
    var selected: [String] = []
    let registry = HubComponentRegistry(fallback: HubLayouts())
    let model = view(["body": [.object(component(category, target))]]).bodyComponentModels[0]
    let layout = registry.component(for: model) { selected.append($0.identifier) }
    let element = layout.element("c")
    #expect(element?.label == "c")
    if case .button(let press) = element?.kind { press() }
    #expect(selected == ["c"])
  }

  @Test(
    "Cards of a carousel are side by side while they fit, and otherwise below each other",
    arguments: [(60, 1), (20, 2)])
  func carousel(width: Int, rows: Int) {
    let cards: JSONValue = .array(["a", "b"].map { .object(component("card").merging(["id": .string($0)])) })
    let frame = drawn(component("carousel", ["children": cards]), width: width)
    #expect(frame.text.count { $0.contains("┌─ Title") } == rows)
  }

  @Test("Control characters in a title are shown as codes")
  func hostile() {
    let frame = drawn(component("row", ["text": ["title": "a\u{1B}[2Jb"]]))
    #expect(frame.text == ["a\\u{1B}[2Jb"])
  }
}
