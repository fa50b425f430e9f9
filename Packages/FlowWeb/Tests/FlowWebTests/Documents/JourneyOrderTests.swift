import FlowState
import FlowWeb
import FlowWebTesting
import Testing

/// The flow of the tutorial whose order is drawn.
struct JourneyOrderTests {
  @Test("The flow of the tutorial keeps its guarantees in each order", arguments: ["person first", "plan first"])
  func orders(variant: String) async throws {
    let explorer = JourneyExplorer { stage in
      stage.answer("person", with: ["name": "Ada", "email": "ada@example.org"])
      stage.answer("plan", with: ["kind": "paid"], ["kind": "free"])
      let bank = JourneysPage.Bank { visit in
        stage.perform("charge", for: visit, mustBeUndone: true)
        return "p1"
      } refund: { _, visit in
        stage.undo("charge", for: visit)
      }
      let flow = try JourneysPage.joiningInTwoOrders(bank)
      let pages = JourneysPage.pages(flow, worker: stage.worker(running: flow))
      return JourneysPage.inDrawnOrder(pages, variant: variant)
    }
    try await explorer.explore(seeds: 0..<50, actions: 10)
  }
}
