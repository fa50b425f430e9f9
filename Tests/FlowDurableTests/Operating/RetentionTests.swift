import DurableTestSupport
import FlowChains
import FlowDurable
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// Runs that have ended are kept for a while, and then removed completely.
struct RetentionTests {
  private let life = DurableLife()

  @Test func `Ended runs are removed after seven days, and others stay`() async throws {
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

  @Test func `A worker can keep ended runs for another time, or for ever`() async throws {
    let flow = try textFlow { append("a") }
    for (retention, isKept) in [(Duration.zero, false), (days(30), true), (nil, true)] as [(Duration?, Bool)] {
      let store = MemoryStore(timed: life.clock)
      let worker = FlowWorker(store, running: [flow], keepingEnded: retention, timed: life.clock)
      _ = try await worker.start(flow, "x")
      try await worker.runUntilIdle()
      life.clock.advance(by: days(20))
      try await worker.runUntilIdle()
      #expect(try await store.runs(RunQuery(), after: nil, limit: 9).isEmpty == !isKept)
    }
  }

  @Test func `Many ended runs are removed in parts`() async throws {
    let flow = try textFlow { append("a") }
    let worker = FlowWorker(life.store, running: [flow], timed: life.clock)
    for _ in 0..<2_500 { _ = try await worker.start(flow, "x") }
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(8))
    // Each claim removes a part.
    for _ in 0..<3 { try await worker.runUntilIdle() }
    #expect(try await life.store.runs(RunQuery(), after: nil, limit: 9) == [])
  }

  @Test func `A failure to remove ended runs is reported, and removing is tried again soon`() async throws {
    let flow = try textFlow { append("a") }
    let store = KeepingStore(life.store)
    let events = LockedList<String>()
    let worker = FlowWorker(store, running: [flow], timed: life.clock) { events.append("\($0)") }
    _ = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    store.fails.store(true, ordering: .releasing)
    try await life.advance(worker, by: days(8))
    #expect(
      events.all == [
        "The store failed, and the worker tries again: Can't remove 'runs': the server is away."
      ])
    store.fails.store(false, ordering: .releasing)
    try await life.advance(worker, by: .seconds(1))
    #expect(try await life.store.runs(RunQuery(), after: nil, limit: 9).isEmpty)
    #expect(events.all.count == 1)
  }
}

/// A store that can't remove runs for a while.
private final class KeepingStore: ForwardingStore {
  let fails = Atomic(false)
  let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    if fails.load(ordering: .acquiring) {
      throw .unavailable(.init("Can't remove 'runs': the server is away."))
    }
    return try await store.forget(endedBefore: time, limit: limit)
  }
}
