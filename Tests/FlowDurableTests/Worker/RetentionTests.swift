import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Runs that have ended are kept for a while, and then they go whole.
struct RetentionTests {
  private let life = DurableLife()

  @Test func `ended runs are removed after seven days, and others stay`() async throws {
    let flow = try textFlow {
      text("a") { text, _ in text }.branching(["ends": .end, "rests": .next]) { $0 == "x" ? "ends" : "rests" }
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = FlowWorker(life.store, running: [flow], timed: life.clock)
    let ended = try await worker.start(flow, "x", key: "ends")
    let resting = try await worker.start(flow, "y", key: "rests")
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(7))
    #expect(try await ended.outcome().words == "completed: nothing")
    try await life.advance(worker, by: .seconds(3_600))
    await #expect(throws: StoreError.unknownRun(ended.number)) { try await ended.outcome() }
    #expect(try await resting.summary().state.kind == .waiting)
    // The key can be used again; the number can't.
    let again = try await worker.start(flow, "x", key: "ends")
    #expect(again.isNew)
    #expect(again.number.rawValue == 3)
  }

  @Test func `a worker can keep ended runs for another time, or for ever`() async throws {
    let flow = try textFlow { append("a") }
    for (retention, isKept) in [(Duration.zero, false), (days(30), true), (.seconds(Int64.max), true)] {
      let store = MemoryStore(timed: life.clock)
      let worker = FlowWorker(store, running: [flow], keepingEnded: retention, timed: life.clock)
      _ = try await worker.start(flow, "x")
      try await worker.runUntilIdle()
      life.clock.advance(by: days(20))
      try await worker.runUntilIdle()
      #expect(try await store.runs(RunQuery(), after: nil, limit: 9).isEmpty == !isKept)
    }
  }

  @Test func `many ended runs are removed in parts`() async throws {
    let flow = try textFlow { append("a") }
    let worker = FlowWorker(life.store, running: [flow], timed: life.clock)
    for _ in 0..<2_500 { _ = try await worker.start(flow, "x") }
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(8))
    // Each claim removes a part.
    for _ in 0..<3 { try await worker.runUntilIdle() }
    #expect(try await life.store.runs(RunQuery(), after: nil, limit: 9) == [])
  }
}
