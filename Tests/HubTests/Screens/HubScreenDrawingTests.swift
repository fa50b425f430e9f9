import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import Foundation
import Hub
import TestSupport
import Testing

@Suite("HubScreen")
struct HubScreenDrawingTests {
  /// Shows a document, and returns the result of `body` for the screen.
  private func onScreen<Answer: Sendable>(
    _ document: String, actions: @escaping @Sendable (inout HubActions<HubScreen<String>>) throws -> Void = { _ in },
    _ body: @escaping @Sendable (HubScreen<String>) -> Answer
  ) throws -> Answer? {
    let content = try JSONValue(parsing: Data(document.utf8))
    let queue = ManualQueue()
    let answer = Box<Answer?>(nil)
    let run = Flow(JSONValue.self, String.self, identifier: "F") { scope in
      var registered = HubActions<HubScreen<String>>()
      try? actions(&registered)
      let opener = HubTargetOpener { uri, _ in uri.scheme == "known" }
      let step = FlowStep(
        identifier: "Menu",
        presenting: { [registered] _ in HubScreen(HubViewModelBuilder(), actions: registered, opener: opener) },
        on: HandPresenter { screen in answer.value = (screen as? HubScreen<String>).map(body) })
      step.content = content
      return step
    }.on(queue).start(content) { _ in }
    queue.play()
    _ = run
    return answer.value
  }

  private func lines(of document: String, width: Int = 40) throws -> [String]? {
    try onScreen(document) { screen in screen.layout.laidOut(width: width).text }
  }

  @Test("The screen draws title, header, rows, sections and overlays, with placeholders for images")
  func drawing() throws {
    let text = try lines(
      of: """
        {"title":"Menu","header":{"id":"h","component":{"category":"header"},"text":{"title":"Food","subtitle":"all of it"},
          "images":{"main":{"local":"plate"},"icon":"fork"}},
         "body":[{"id":"s","text":{"title":"Soups","accessory":"2"},"children":[{"id":"a","text":{"title":"Pea"}}]},
          {"id":"b","text":{"title":"Bun"},"target":{},"images":{"main":{"uri":"https://x/y.png"}}},
          {"id":"n","component":{"category":"banner"},"text":{"title":"News","description":"none"}}],
         "overlays":[{"id":"o","text":{"title":"Wait"}}]}
        """)
    #expect(
      text == [
        "Menu", "", "Food", "all of it", "(icon: fork)", "(image: plate)", "", "Soups 2", "  Pea", "", "[ Bun ]",
        "  (image: y.png)", "", "┌─ News ───────────────────────────────┐", "│ none                                 │",
        "└──────────────────────────────────────┘", "", "┌──────────────────────────────────────┐",
        "│ Wait                                 │", "└──────────────────────────────────────┘",
      ])
  }

  @Test("An unknown category is drawn as a row, and a target without a title by its id")
  func unknown() throws {
    let text = try lines(
      of: "[{\"id\":\"a\",\"component\":{\"id\":\"x:y\",\"category\":\"z\"},\"target\":{}},{\"id\":\"b\"}]")
    #expect(text == ["[ a ]"])
  }

  @Test("Pressing an element selects its component, and the screen shows the outcome")
  func selecting() throws {
    let document = """
      [{"id":"a","target":{"actions":["x:no","x:yes"],"uri":"known:a"}},{"id":"b","target":{"uri":"known:b"}},
       {"id":"c","target":{"uri":"other:c"}}]
      """
    let answers = try onScreen(
      document,
      actions: { actions in
        try actions.register("x:no") { _, _ in false }
        try actions.register("x:yes") { selection, hub in
          hub.complete(selection.component.identifier)
          return true
        }
      },
      { screen in
        ["b", "c", "a"].map { id in
          if case .button(let press)? = screen.layout.element(id)?.kind { press() }
          return "\(screen.notice.text) \(screen.isFinished)"
        }
      })
    #expect(answers == ["Opened known:b. false", "Nothing happens here. false", " true"])
  }

  @Test("20,000 elements whose components have the same identifier have unique names", .usesOneThread)
  func equalIdentifiers() throws {
    let section = "{\"children\":[{\"id\":\"a\",\"target\":{}}]}"
    let document =
      "[" + Array(repeating: section, count: 20_000).joined(separator: ",") + ",{\"id\":\"a.2\",\"target\":{}}]"
    let ids = try onScreen(document) { screen in screen.layout.elements.map(\.id) }
    #expect(ids?.prefix(3) == ["a", "a.2", "a.3"])
    #expect(ids?.count == 20_001)
    #expect(Set(ids ?? []).count == 20_001)
  }
}
