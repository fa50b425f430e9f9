import FlowDurable
import FlowStateTesting
import Testing

/// Runs that receive commands to cancel, go back, and retry at any moment, while their processes die.
struct SteeringTests {
  private let life = DurableLife()

  @Test(arguments: UInt64(1)...60)
  func `A run undoes its work and keeps the rest, whatever commands it receives`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await SteeredRun(key: "k", on: life.store, timed: life.clock).live(using: &random)
  }
}
