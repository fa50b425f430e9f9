import FlowDurable
import FlowStateTesting
import Testing

/// Runs that receive commands to cancel, go back, and retry at any moment, while their processes die.
struct SteeringTests {
  private let life = DurableLife()

  @Test(arguments: UInt64(1)...60)
  func `whatever it is told, a run undoes what it has done, and keeps the rest`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await SteeredRun(key: "k", on: life.store, timed: life.clock).live(using: &random)
  }
}
