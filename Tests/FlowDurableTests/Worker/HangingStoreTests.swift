import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Calls of a store that don't return keep a worker neither from claiming runs nor from stopping.
struct HangingStoreTests {
  private let life = DurableLife()
  private let works = Works()

  private func flow(_ name: String = "slow") throws -> DurableFlow<String, String> {
    try textFlow(name) { [works] in text("work") { _, visit in await works.work(visit) }.keeping(TheText.self) }
  }

  /// Lets time pass until a condition holds.
  private func pass(_ clock: ManualClock, until sentence: String, _ condition: () async throws -> Bool) async throws {
    try await patiently(sentence) {
      clock.advance(by: .seconds(1))
      return try await condition()
    }
  }

  @Test func `Several appends that hang don't keep a worker from claiming`() async throws {
    let store = GatedStore(life.store)
    let (slow, quick) = (try flow(), try textFlow("quick") { append("a").keeping(TheText.self) })
    // The worker has a clock of its own, so that no lease ends in the store.
    let clock = ManualClock()
    let worker = life.worker(slow, quick, on: store, timed: clock)
    let working = Task { try await worker.run() }
    for key in 1...3 { _ = try await worker.start(slow, "x", key: "\(key)") }
    try await patiently("The steps did not begin") { works.begun.count == 3 }
    store.appends.close()
    clock.advance(by: life.lease)
    try await patiently("The heartbeats did not come") { store.appends.arrived == 3 }
    _ = try await worker.start(quick, "x")
    try await pass(clock, until: "The worker did not claim") { store.appends.arrived == 4 }
    store.appends.open()
    works.open()
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  @Test func `The end of a wait for a lease also ends the later ones, until the lease is extended`() async throws {
    let clock = ManualClock()
    func now() -> WorkerTime { WorkerTime(clock, isOnlyClock: true) }
    let lease = HeldLease(since: now())
    clock.advance(by: .seconds(30))
    lease.endWaits()
    let first = Task { [time = now()] in await lease.wait(whileOlderThan: .seconds(20), at: time) }
    try await first.value(orSay: "The wait did not end")
    lease.extended(at: now())
    clock.advance(by: .seconds(30))
    let hasEnded = Locked(false)
    let second = Task { [time = now()] in
      await lease.wait(whileOlderThan: .seconds(20), at: time)
      hasEnded.withLock { $0 = true }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(!hasEnded.withLock { $0 })
    lease.endWaits()
    try await second.value(orSay: "The wait did not end")
  }

  @Test func `A worker stops after a claim that is under way, and starts none of its runs`() async throws {
    let store = GatedStore(life.store)
    let flow = try flow()
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x")
    store.claims.close()
    let working = Task { try await worker.run() }
    try await patiently("The worker did not claim") { store.claims.arrived == 1 }
    let isStopped = Locked(false)
    let stopping = Task {
      await worker.stop()
      isStopped.withLock { $0 = true }
    }
    try await patiently("The worker does not stop") { await worker.isStopping }
    for _ in 0..<100 { await Task.yield() }
    #expect(!isStopped.withLock { $0 })
    store.claims.open()
    try await stopping.value(orSay: "The worker did not stop")
    #expect(try await run.summary().state.kind == .ready)
    try await working.value(orSay: "The worker did not end")
    #expect(works.begun == [])
  }

  @Test func `A worker stops although a claim doesn't return, and releases its runs without starting them`()
    async throws
  {
    let store = GatedStore(life.store)
    let flow = try flow()
    let clock = ManualClock()
    let worker = life.worker(flow, on: store, timed: clock)
    let run = try await worker.start(flow, "x")
    store.claims.close()
    let working = Task { try await worker.run() }
    try await patiently("The worker did not claim") { store.claims.arrived == 1 }
    let isStopped = Locked(false)
    let stopping = Task {
      await worker.stop(grace: .seconds(5))
      isStopped.withLock { $0 = true }
    }
    try await pass(clock, until: "The worker did not stop") { isStopped.withLock { $0 } }
    await stopping.value
    store.claims.open()
    try await working.value(orSay: "The worker did not end")
    try await patiently("The run was not released") { try await run.summary().state.kind == .ready }
    #expect(works.begun == [])
  }
}
