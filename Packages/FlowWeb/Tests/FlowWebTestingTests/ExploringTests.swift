import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import FlowWebTesting
import Testing

@Suite("The explorer of journeys")
struct ExploringTests {
  @Test("A correct journey breaks no law in any sequence")
  func correct() async throws {
    let explorer = JourneyExplorer { stage in try ShortFlow().pages(stage) }
    let clock = ContinuousClock()
    for bound in 1...3 {
      let start = clock.now
      print(try await explorer.explore(actions: bound), clock.now - start)
    }
  }
}
