import FlowWebTesting
import Testing

@Suite("Planted bugs", .serialized)
struct PlantedBugTests {
  @Test("The explorer finds a planted bug, and shortens it to at most five actions", arguments: PlantedBug.allCases)
  func found(bug: PlantedBug) async throws {
    let explorer = bug.explorer
    let failure = try #require(try await failure(of: explorer))
    #expect(failure.rule == bug.rule, "\(failure)")
    #expect(failure.actions.count <= 5, "\(failure)")
    // The line of the report leads there again.
    let text = failure.actions.map(\.description).joined(separator: ", ")
    await #expect(throws: JourneyFailure.self) { try await explorer.replay(text) }
  }

  private func failure(of explorer: JourneyExplorer) async throws -> JourneyFailure? {
    do {
      try await explorer.explore(actions: 2)
      try await explorer.explore(seeds: 0..<150, actions: 10)
    } catch let failure as JourneyFailure {
      return failure
    }
    return nil
  }
}
