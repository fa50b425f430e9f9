import DurableTestSupport
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDurable

/// Waits for outcomes share one watch of the store.
struct OutcomeWatchTests {
  private let life = DurableLife()

  private func waiting() throws -> DurableFlow<String, String> {
    try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
  }

  @Test func `An event costs one query, however many tasks wait`() async throws {
    let store = CountingStore(life.store)
    let flow = try waiting()
    let worker = life.worker(flow, on: store)
    let count = 200
    var waits: [Task<String, any Error>] = []
    for number in 0..<count {
      let run = try await worker.start(flow, "\(number)")
      waits.append(Task { try await run.outcome().words })
    }
    try await patiently("Not all tasks came to wait") { await worker.outcomes.count >= count }
    let before = store.queries.count
    for _ in 0..<20 {
      let known = store.queries.count
      _ = try await life.store.add(NewRun(flow: "other"))
      try await patiently("The watch did not ask the store") { store.queries.count > known }
    }
    let queries = store.queries[before...]
    // The first query may have been under way when the last wait began.
    #expect(queries.dropFirst().allSatisfy { $0.numbers?.count == count })
    // The watch asks once for each event and once a second. If each wait asked, there would be 4,000 queries.
    #expect(queries.count < count)
    try await worker.runUntilIdle()
    for number in 1...count {
      _ = try await life.store.send(
        FlowMessage(.message(name: "Shipped", body: ["tracking": "1Z"])), to: RunNumber(rawValue: number))
    }
    try await worker.runUntilIdle()
    for (number, wait) in waits.enumerated() {
      #expect(try await wait.value(orSay: "A task still waits") == "completed: \(number)a")
    }
    #expect(await worker.outcomes.isIdle)
  }

  @Test func `The outcome of a run that has ended needs no watch`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
    #expect(await worker.outcomes.isIdle)
  }

  @Test func `Several tasks wait for one run, and cancelling one leaves the others`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let waits = (0..<3).map { _ in Task { try await run.outcome().words } }
    try await patiently("No task came to wait") { await worker.outcomes.count >= 1 }
    waits[1].cancel()
    await #expect(throws: CancellationError.self) { try await waits[1].value(orSay: "A cancelled task still waits") }
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await waits[0].value(orSay: "The outcome did not come") == "completed: xa")
    #expect(try await waits[2].value(orSay: "The outcome did not come") == "completed: xa")
    #expect(await worker.outcomes.isIdle)
  }

  @Test func `A task that is cancelled before it waits doesn't wait`() async throws {
    let watch = OutcomeWatch(life.store)
    let number = try await life.store.add(NewRun(flow: "text")).run
    let wait = Task {
      try await patiently("The task was not cancelled") { Task.isCancelled }
      return try await watch.end(of: number)
    }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value(orSay: "A task still waits") }
    #expect(await watch.isIdle)
  }

  @Test func `A run that is parked, or isn't there, ends the wait`() async throws {
    let watch = OutcomeWatch(life.store)
    let number = try await life.store.add(NewRun(flow: "text")).run
    async let parked = watch.end(of: number)
    let unknown = RunNumber(rawValue: 99)
    await #expect(throws: StoreError.unknownRun(unknown)) { try await watch.end(of: unknown) }
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append([], to: claimed[0], then: .park("It can't continue."))
    #expect(try await parked.state == .parked("It can't continue."))
    #expect(await watch.isIdle)
  }

  @Test func `An error of the store ends all waits`() async throws {
    let store = CountingStore(life.store)
    let watch = OutcomeWatch(store)
    let number = try await life.store.add(NewRun(flow: "text")).run
    let waits = (0..<2).map { _ in Task { try await watch.end(of: number) } }
    try await patiently("The watch did not ask the store") { !store.queries.isEmpty }
    store.fail()
    _ = try await life.store.add(NewRun(flow: "text"))
    for wait in waits { await #expect(throws: StoreError.closed) { try await wait.value(orSay: "A task still waits") } }
    #expect(await watch.isIdle)
    // The next wait asks again.
    store.fail(false)
    let next = Task { try await watch.end(of: number) }
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append([], to: claimed[0], then: .end(.failed))
    #expect(try await next.value(orSay: "The end did not come").state == .ended(.failed))
  }
}

/// A store that remembers its queries, and can fail.
private final class CountingStore: ForwardingStore {
  let store: any FlowStore
  private let asked = LockedList<RunQuery>()
  private let fails = Locked(false)

  init(_ store: any FlowStore) {
    self.store = store
  }

  var queries: [RunQuery] { asked.all }

  func fail(_ fails: Bool = true) {
    self.fails.withLock { $0 = fails }
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    asked.append(query)
    if fails.withLock({ $0 }) { throw .closed }
    return try await store.runs(query, after: number, limit: limit)
  }
}
