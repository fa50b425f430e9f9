import DurableTestSupport
import FlowChains
import FlowDurable
import FlowStateTesting
import TestSupport
import Testing

/// Runs that don't fit a worker, while a newer worker may come.
struct MisfitTests {
  private let life = DurableLife()

  private func resting(within limit: Duration?) async throws -> (FlowWorker, DurableRun<String, String>) {
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, within: limit, identifier: "new")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    return (worker, run)
  }

  private func oldWorker() throws -> FlowWorker {
    life.worker(try textFlow { append("a") }, misfitGrace: .seconds(600))
  }

  @Test func `The grace begins when a message wakes the run, however long it has waited`() async throws {
    let (worker, run) = try await resting(within: nil)
    life.clock.advance(by: days(3))
    try await run.send(Shipped(tracking: "1Z"))
    let old = try oldWorker()
    try await old.runUntilIdle()
    #expect(try await run.summary().state.kind == .ready)
    try await life.advance(worker, by: .seconds(5))
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `The grace ends, however long the run would have waited`() async throws {
    let (_, run) = try await resting(within: days(30))
    try await run.send(Shipped(tracking: "1Z"))
    let old = try oldWorker()
    try await old.runUntilIdle()
    #expect(try await run.summary().state.kind == .ready)
    try await life.advance(old, by: .seconds(600))
    #expect(try await run.summary().state.kind == .parked)
  }

  @Test func `The grace begins with the end of a wait`() async throws {
    let (worker, run) = try await resting(within: days(30))
    life.clock.advance(by: days(30))
    let old = try oldWorker()
    try await old.runUntilIdle()
    #expect(try await run.summary().state.kind == .ready)
    try await life.advance(worker, by: .seconds(5))
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `A run that rests at its first step stays there when another step comes first`() async throws {
    for step in [
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "old").renamed(from: "before"),
      .awaiting(Shipped.self, identifier: "new").renamed(from: "old"),
    ] {
      let life = DurableLife()
      let first = try textFlow { FlowStepDeclaration.awaiting(Shipped.self, identifier: "old") }
      let run = try await life.worker(first).start(first, "x")
      try await life.worker(first).runUntilIdle()
      let second = try textFlow {
        append("inserted").keeping(TheText.self)
        step
      }
      try await life.worker(second).runUntilIdle()
      try await run.send(Shipped(tracking: "1Z"))
      try await life.worker(second).runUntilIdle()
      #expect(try await run.outcome().words == "completed: nothing")
      #expect(try await life.course(of: run.number).suffix(2) == ["old#1 -> end", "completed"])
    }
  }

  @Test func `Work that may start only once is not repeated by a new first step`() async throws {
    let flow = try textFlow { append("a").atMostOnce() }
    let run = try await life.worker(flow).start(flow, "x")
    let store = CrashingStore(life.store, dyingAfter: 1)
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    life.clock.advance(by: life.lease)
    let other = try textFlow {
      append("inserted").keeping(TheText.self)
      append("a").atMostOnce()
    }
    try await life.worker(other).runUntilIdle()
    #expect(
      try await run.outcome().words == """
        failed: Step 'a' runs at most once, and its process ended during text/#1/a#1. Its work may have happened.
        """)
  }
}
