import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// D10: runs that the definition or the program doesn't fit. They are parked or released with a full sentence, and nothing is lost.
struct MisfitRunTests {
  private let life = DurableLife()

  @Test func `A run at a step that is gone is parked`() async throws {
    let flow = try waitingFlow()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await run.send(Shipped(tracking: "1Z"))
    let other = try textFlow {
      append("b")
      append("c")
    }
    try await life.worker(other).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked(
          """
          Run 1 stands at 'wait', which the chain does not have; known are: b, c. The step that continues there is declared with \
          renamed(from: "wait").
          """))
    // Under a definition that fits, the run continues.
    try await run.retry()
    let renamed = try textFlow {
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "arrived").renamed(from: "wait")
    }
    try await life.worker(renamed).runUntilIdle()
    #expect(
      try await life.course(of: run.number).suffix(4) == [
        "retry", "moved from wait to arrived", "wait#1 -> end", "completed",
      ])
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `A worker that doesn't fit gives the run back untouched`() async throws {
    let flow = try waitingFlow()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await run.send(Shipped(tracking: "1Z"))
    let events = LockedList<String>()
    let old = life.worker(try textFlow { append("b") }, misfitGrace: .seconds(60)) { events.append("\($0)") }
    try await old.runUntilIdle()
    #expect(
      events.all == [
        """
        Run 1 was released: Run 1 stands at 'wait', which the chain does not have; known are: b. The step that continues there is \
        declared with renamed(from: "wait").
        """
      ])
    #expect(try await run.summary().state.kind == .ready)
    try await life.advance(worker, by: .seconds(5))
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `A run with a newer version of a value is parked`() async throws {
    enum Newer: DurableKey {
      typealias Value = String
      static let name = "TheText"
      static let version = 3
    }
    let newer = try DurableFlow(
      FlowChain("text") {
        append("a").keeping(Newer.self)
        append("b")
      }, String.self, keeping: Newer.self
    ) { $0[Newer.self] }
    let store = CrashingStore(life.store, dyingAfter: 1)
    let worker = life.worker(newer, on: store)
    let run = try await worker.start(newer, "x")
    await #expect(throws: StoreError.closed) { try await worker.runUntilIdle() }
    life.clock.advance(by: life.lease)
    try await life.worker(
      try textFlow {
        append("a"); append("b")
      }
    ).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("Run 1 keeps TheText of version 3, and this program knows version 1."))
  }

  @Test func `A run is parked if its next step takes another type than the recorded result`() async throws {
    let flow = try textFlow {
      append("a")
      append("b")
    }
    let store = CrashingStore(life.store, dyingAfter: 1)
    let run = try await life.worker(flow, on: store).start(flow, "x")
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    life.clock.advance(by: life.lease)
    let other = try DurableFlow(
      FlowChain("text") {
        FlowStepDeclaration(Any.self, Int.self, identifier: "a") { _, _ in 1 }
        FlowStepDeclaration(Int.self, Int.self, identifier: "b") { _, _ in 1 }
      }, String.self
    ) { _ in 1 }
    try await life.worker(other).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("Run 1 stands at 'b', which takes Int, and the result of 'a' does not decode at $: expected Int."))
  }

  @Test func `A record of an unknown kind parks the run`() async throws {
    let flow = try waitingFlow()
    let run = try await life.worker(flow).start(flow, "x")
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append(
      [FlowRecord(.unknown(["teleported": "moon"]))], to: claimed[0], then: .release(after: .zero))
    try await life.worker(flow).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("Record 'teleported' is of a kind that this program doesn't know. A newer one has written it."))
  }

  @Test func `A record of an unknown kind stays, however often an operator continues the run`() async throws {
    let flow = try waitingFlow()
    let run = try await life.worker(flow).start(flow, "x")
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append(
      [FlowRecord(.unknown(["teleported": "moon"]))], to: claimed[0], then: .release(after: .zero))
    for _ in 0..<60 {
      try await life.worker(flow).runUntilIdle()
      try await run.retry()
    }
    let records = try await life.store.records(of: run.number, after: 0, limit: 999)
    #expect(records.count > 100 && records[1].body == .unknown(["teleported": "moon"]))
  }

  @Test func `A snapshot that can't be read parks the run`() async throws {
    let flow = try waitingFlow()
    let run = try await life.worker(flow).start(flow, "x")
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append(
      [FlowRecord(.snapshot(.init(["flow": 1], step: nil)))], to: claimed[0], then: .release(after: .zero))
    let parked = RunState.parked(
      "The snapshot of run 1 can't be read. At $.flow: expected a string, found the integer 1.")
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.summary().state == parked)
    // A command can't continue it.
    try await run.retry()
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.summary().state == parked)
  }
}
