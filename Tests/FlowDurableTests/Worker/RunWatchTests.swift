import DurableTestSupport
import FlowChains
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDurable

/// Waits for outcomes share one watch of the store.
struct RunWatchTests {
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

  @Test func `A wait with a time limit ends on the clock without an outcome, and leaves the run alone`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    let records = try await life.course(of: run.number)
    let (start, timers) = (life.clock.now, life.clock.timerCount)
    let waits = [Duration.seconds(60), .seconds(61)].map { limit in
      Task { try await run.outcome(within: limit)?.words }
    }
    try await patiently("Not all tasks came to wait") { life.clock.timerCount == timers + 2 }
    life.clock.advance(by: .seconds(59))
    #expect(life.clock.nextTimer == start + .seconds(60))
    life.clock.advance(by: .seconds(1))
    #expect(try await waits[0].value(orSay: "A task waits beyond its limit") == nil)
    #expect(try await life.course(of: run.number) == records)
    #expect(await worker.outcomes.count == 1)
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await waits[1].value(orSay: "The outcome did not come") == "completed: xa")
    // A wait that has ended leaves no timer.
    #expect(life.clock.nextTimer != start + .seconds(61))
    #expect(await worker.outcomes.isIdle)
  }

  @Test func `A time limit ends the wait although the store doesn't respond`() async throws {
    let store = CountingStore(life.store)
    let flow = try waiting()
    let run = try await life.worker(flow, on: store).start(flow, "x")
    let gate = AsyncSignal()
    store.hold(until: gate)
    let wait = Task { try await run.outcome(within: .seconds(60))?.words }
    try await patiently("The task did not ask the store") { !store.queries.isEmpty }
    life.clock.advance(by: .seconds(60))
    #expect(try await wait.value(orSay: "The task waits for the store") == nil)
    gate.send()
  }

  @Test func `A limit of zero only looks, and an outcome needs no time`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    #expect(try await run.outcome(within: .zero) == nil)
    #expect(try await run.outcome(within: .seconds(-1)) == nil)
    #expect(await worker.outcomes.isIdle)
    try await worker.runUntilIdle()
    let timers = life.clock.timerCount
    for limit in [Duration.zero, .seconds(-1), .seconds(60)] {
      #expect(try await run.outcome(within: limit)?.words == "completed: xa")
    }
    #expect(life.clock.timerCount == timers)
  }

  @Test func `A wait with a time limit ends by cancellation, and with a parked run`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let wait = Task { try await run.outcome(within: .seconds(60))?.words }
    try await patiently("No task came to wait") { await worker.outcomes.count == 1 }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value(orSay: "A cancelled task still waits") }
    #expect(life.clock.timerCount == 0)
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append([], to: claimed[0], then: .park("It can't continue."))
    for limit in [Duration.zero, .seconds(60)] {
      await #expect(throws: DurableRunError.parked(run.number, "It can't continue.")) {
        try await run.outcome(within: limit)
      }
    }
  }

  @Test func `A task that is cancelled before it waits doesn't wait`() async throws {
    let watch = RunWatch(life.store, timed: life.clock)
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
    let watch = RunWatch(life.store, timed: life.clock)
    let number = try await life.store.add(NewRun(flow: "text")).run
    async let parked = watch.end(of: number)
    let unknown = RunNumber(rawValue: 99)
    await #expect(throws: StoreError.unknownRun(unknown)) { try await watch.end(of: unknown) }
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append([], to: claimed[0], then: .park("It can't continue."))
    #expect(try await parked.state == .parked("It can't continue."))
    #expect(await watch.isIdle)
  }

  @Test func `A wait for rest ends when the run leaves a worker, and a wait for its end doesn't`() async throws {
    let departures = ElementStreams<RunNumber>(keeping: 1_000)
    let watch = RunWatch(life.store, timed: life.clock, departures: departures)
    let number = try await life.store.add(NewRun(flow: "text")).run
    let rest = Task { try await watch.wait(for: number, until: .rest(besides: nil)) }
    let end = Task { try await watch.end(of: number) }
    try await patiently("The waits did not begin") { await watch.waitCount == 2 }
    departures.send(RunNumber(rawValue: 99))
    departures.send(number)
    #expect(try await rest.value(orSay: "The wait did not end") == nil)
    #expect(await watch.waitCount == 1)
    end.cancel()
    await #expect(throws: CancellationError.self) { try await end.value(orSay: "A task still waits") }
  }

  @Test func `A wait that was announced notices a run that left a worker before it began`() async throws {
    let departures = ElementStreams<RunNumber>(keeping: 1_000)
    let watch = RunWatch(life.store, timed: life.clock, departures: departures)
    let number = try await life.store.add(NewRun(flow: "text")).run
    let announcement = await watch.announce(waitFor: number)
    let other = Task { try await watch.wait(for: number, until: .rest(besides: nil)) }
    try await patiently("The other wait did not begin") { await watch.waitCount == 1 }
    departures.send(number)
    // The departure has come when it ends the other wait.
    #expect(try await other.value(orSay: "The other wait did not end") == nil)
    let wait = Task { try await watch.wait(for: number, until: .rest(besides: nil), announced: announcement) }
    #expect(try await wait.value(orSay: "The wait has missed the departure") == nil)
    #expect(await watch.isIdle)
    let withdrawn = await watch.announce(waitFor: number)
    #expect(await !watch.isIdle)
    await watch.withdraw(withdrawn, of: number)
    #expect(await watch.isIdle)
  }

  @Test func `Neither an announced wait for rest nor a hint causes a query for it`() async throws {
    // The watch asks for all runs once a second, and this task can be away for as long.
    try await patiently("The first query was always for both runs") {
      let store = CountingStore(life.store)
      let watch = RunWatch(store, timed: life.clock)
      let (resting, ending) = (try await life.store.add(NewRun(flow: "text")).run, RunNumber(rawValue: 1))
      let announcement = await watch.announce(waitFor: resting)
      let rest = Task { try await watch.wait(for: resting, until: .rest(besides: nil), announced: announcement) }
      try await patiently("The wait did not begin") { await watch.waitCount == 1 }
      _ = try await life.store.add(NewRun(flow: "other"))
      let end = Task { try await watch.end(of: ending) }
      try await patiently("The watch did not ask the store") { !store.queries.isEmpty }
      rest.cancel()
      end.cancel()
      return store.queries[0].numbers == [ending]
    }
  }

  @Test func `An error of the store ends all waits`() async throws {
    let store = CountingStore(life.store)
    let watch = RunWatch(store, timed: life.clock)
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
  private let gate = Locked<AsyncSignal?>(nil)

  init(_ store: any FlowStore) {
    self.store = store
  }

  var queries: [RunQuery] { asked.all }

  func fail(_ fails: Bool = true) {
    self.fails.withLock { $0 = fails }
  }

  /// Holds the answers to queries back until a signal.
  func hold(until signal: AsyncSignal) {
    gate.withLock { $0 = signal }
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    asked.append(query)
    if let gate = gate.withLock({ $0 }) { try? await gate.wait(orSay: "The store was not released") }
    if fails.withLock({ $0 }) { throw .closed }
    return try await store.runs(query, after: number, limit: limit)
  }
}
