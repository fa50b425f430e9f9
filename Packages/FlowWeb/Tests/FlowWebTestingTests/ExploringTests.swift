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

extension ExploringTests {
  @Test("What was acknowledged survives a kill at each byte of the journal")
  func bytes() async throws {
    let explorer = JourneyExplorer { stage in try ShortFlow().pages(stage) }
    let clock = ContinuousClock()
    let start = clock.now
    print(try await explorer.explore(killingAtEachByteOf: "A start, A send 1, A link 1, A send 2, A send 0"), clock.now - start)
  }
}
