import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Situations in which other libraries for durable work or queues have lost, repeated, or blocked work. Each test names the
/// thread that describes the situation.
struct PublishedBugTests {
  private let life = DurableLife()
  private let request = ClaimRequest(["text"], limit: 1, lease: .seconds(30))

  // dbos-transact-py 716: a failure of the database during recovery ended the recovery for good.
  @Test func `A worker whose store fails while it begins continues the runs when the store is back`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let dying = life.worker(flow, on: CrashingStore(life.store, dyingAfter: 0))
    let run = try await life.worker(flow).start(flow, "x")
    await #expect(throws: StoreError.closed) { try await dying.runUntilIdle() }
    life.clock.advance(by: life.lease)
    let events = LockedList<String>()
    let worker = life.worker(flow, on: LateStore(life.store, failing: 3)) { events.append("\($0)") }
    let working = Task { try await worker.run() }
    #expect(try await run.outcome().words == "completed: xa")
    #expect(events.all.count == 3)
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  // river 1302, dbos-transact-py 742: a rescuer that had read a job before its worker completed it, or before another rescuer
  // had returned it to its queue, overwrote the newer state.
  @Test func `A claim that another one has replaced changes nothing any more`() async throws {
    let run = try await life.store.add(NewRun(flow: "text")).run
    let first = try #require(try await life.store.claim(request).first)
    life.clock.advance(by: life.lease)
    let second = try #require(try await life.store.claim(request).first)
    await #expect(throws: StoreError.leaseLost(run)) {
      try await life.store.append([], to: first, then: .release(after: .zero))
    }
    _ = try await life.store.append([FlowRecord(.ended(.init(.completed)))], to: second, then: .end(.completed))
    for disposition in [RunDisposition.release(after: .zero), .park("late"), .end(.failed)] {
      await #expect(throws: StoreError.leaseLost(run)) { try await life.store.append([], to: first, then: disposition) }
    }
    #expect(try await life.store.runs(RunQuery(), after: nil, limit: 1).first?.state == .ended(.completed))
    #expect(try await life.store.claim(request) == [])
  }

  // dbos-transact-py 805: a run that was recovered between two steps stayed there, and blocked its queue of one.
  @Test func `A run whose process has died between two steps continues, and blocks no other`() async throws {
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      append("b").taking(TheText.self).keeping(TheText.self)
      append("c").taking(TheText.self).keeping(TheText.self)
    }
    let client = life.worker(flow)
    let run = try await client.start(flow, "x")
    let next = try await client.start(flow, "y")
    let dying = FlowWorker(
      CrashingStore(life.store, dyingAfter: 2), running: [flow], atOnce: 1, lease: life.lease, timed: life.clock)
    await #expect(throws: StoreError.closed) { try await dying.runUntilIdle() }
    life.clock.advance(by: life.lease)
    try await FlowWorker(life.store, running: [flow], atOnce: 1, lease: life.lease, timed: life.clock).runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(try await next.outcome().words == "completed: yabc")
  }

  // dbos-transact-py 769: an interrupted garbage collection left results behind, which a new run with the same key replayed.
  @Test func `A run with the key of a run that was removed works itself`() async throws {
    let works = LockedList<String>()
    let flow = try textFlow {
      text("a") { text, _ in
        works.append(text)
        return text + "a"
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow)
    _ = try await worker.start(flow, "old", key: "1")
    try await worker.runUntilIdle()
    life.clock.advance(by: .seconds(60))
    #expect(try await life.store.forget(endedBefore: try await life.store.now(), limit: 9) == 1)
    let run = try await worker.start(flow, "new", key: "1")
    #expect(run.isNew)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: newa")
    #expect(works.all == ["old", "new"])
  }

  // dbos-transact-py 812: of two executions that raced, the one that lost failed with an error of the database.
  @Test func `A worker that has lost a race leaves the run, whose first record counts`() async throws {
    let (began, end, events) = (AsyncSignal(), AsyncSignal(), LockedList<String>())
    let flow = try textFlow {
      text("a") { text, visit in
        guard visit.attempt == 1 else { return text + " second" }
        began.send()
        try? await end.wait(orSay: "The test did not end the step")
        return text + " first"
      }.keeping(TheText.self)
    }
    // Time stands still for the first process, which extends no lease, and claims the run only once.
    let slow = life.worker(flow, on: OneClaimStore(life.store), timed: ManualClock()) { events.append("\($0)") }
    let run = try await slow.start(flow, "x")
    let working = Task { try await slow.runUntilIdle() }
    try await began.wait(orSay: "The step did not begin")
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    end.send()
    try await working.value(orSay: "The first worker did not end")
    #expect(try await run.outcome().words == "completed: x second")
    #expect(events.all == ["Run 1 was taken over by another worker."])
  }

  // river 1105: a process that didn't know the kind of a job discarded it.
  @Test func `A worker leaves the runs of flows that it does not know`() async throws {
    let (known, unknown) = (
      try textFlow("known") { append("a").keeping(TheText.self) }, try textFlow { append("b").keeping(TheText.self) }
    )
    let run = try await life.worker(unknown).start(unknown, "x")
    for _ in 0..<10 {
      try await life.worker(known).runUntilIdle()
      life.clock.advance(by: life.lease)
    }
    #expect(try await run.summary().state == .ready(StoreTime(milliseconds: 0)))
    try await life.worker(unknown).runUntilIdle()
    #expect(try await run.outcome().words == "completed: xb")
  }

  // river 1258, oban 603, oban 1037, vapor/queues 17: a job whose process was killed stayed "executing", or was lost. oban 424: as
  // it was unique, no other job could take its place.
  @Test func `A run whose process was killed continues under its key, without a rescuer`() async throws {
    let flow = try textFlow { text("a") { text, visit in "\(text), attempt \(visit.attempt)" }.keeping(TheText.self) }
    let dying = life.worker(flow, on: CrashingStore(life.store, dyingAfter: 0))
    _ = try await life.worker(flow).start(flow, "x", key: "1")
    await #expect(throws: StoreError.closed) { try await dying.runUntilIdle() }
    life.clock.advance(by: life.lease)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "1")
    #expect(!run.isNew)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x, attempt 2")
  }

  // river 682, river 347: the time after which a job counted as stuck limited the time that a healthy job could take.
  @Test func `A step can work for any number of leases`() async throws {
    let (began, end) = (AsyncSignal(), AsyncSignal())
    let flow = try textFlow {
      text("a") { text, visit in
        began.send()
        try await end.wait(orSay: "The test did not end the step")
        return "\(text), attempt \(visit.attempt)"
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.run() }
    try await began.wait(orSay: "The step did not begin")
    for _ in 0..<30 {
      life.clock.advance(by: life.lease / 3)
      try await patiently("The lease was not extended") {
        guard case .held(let until, _) = try await run.summary().state else { return false }
        return until >= StoreTime(life.clock.now + life.lease)
      }
      // Another process finds nothing to do.
      try await life.worker(flow).runUntilIdle()
    }
    end.send()
    #expect(try await run.outcome().words == "completed: x, attempt 1")
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  // vapor/queues 137: a job that failed while a worker took it from its queue stayed "processing".
  @Test func `A run that cannot be read is parked with the reason, and the others continue`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    let (spoiled, whole) = (try await worker.start(flow, "x"), try await worker.start(flow, "y"))
    life.store.spoil(spoiled.number)
    try await worker.runUntilIdle()
    #expect(try await whole.outcome().words == "completed: ya")
    guard case .parked(let reason) = try await spoiled.summary().state else {
      Issue.record("The run is \(try await spoiled.summary().state).")
      return
    }
    #expect(reason.hasPrefix("Record 1 of run 1 can't be read."))
  }

  // xstate 5331: a delay that was under way when a machine was stored never ended after it was restored.
  @Test(arguments: [10, 50]) func `A wait ends at its time, also if the process has ended in the meantime`(away: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(30), identifier: "wait")
      append("b").taking(TheText.self).keeping(TheText.self)
    }
    func open() throws -> (FileStore, FlowWorker) {
      let store = try FileStore(at: folder.file(), timed: life.clock)
      return (store, FlowWorker(store, running: [flow], lease: life.lease, timed: life.clock))
    }
    var (store, worker) = try open()
    _ = try await worker.start(flow, "x", key: "1")
    try await worker.runUntilIdle()
    await store.abandon()
    life.clock.advance(by: .seconds(away))
    (store, worker) = try open()
    let run = try #require(try await worker.find(flow, key: "1"))
    try await worker.runUntilIdle()
    if away < 30 {
      #expect(try await run.summary().state == .waiting(until: StoreTime(milliseconds: 30_000), for: []))
      life.clock.advance(by: .seconds(30 - away))
      try await worker.runUntilIdle()
    }
    #expect(try await run.outcome().words == "completed: xab")
  }

  // absurd 122: a sleep ended at a time of the worker's clock, so a clock that was minutes behind the database's ended it at
  // once.
  @Test(arguments: [0, 600]) func `A wait takes its time on the clock of the store, whatever the worker's clock says`(
    lead: Int
  ) async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(lead))
    life.clock.advance(by: .seconds(300))
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(5), identifier: "wait")
    }
    let worker = life.worker(flow, timed: clock)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    #expect(try await run.summary().state == .waiting(until: StoreTime(milliseconds: 305_000), for: []))
    clock.advance(by: .seconds(3_600))
    try await worker.runUntilIdle()
    #expect(try await run.summary().state.kind == .waiting)
    life.clock.advance(by: .seconds(5))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
  }
}

/// A store in front of another one whose first claims fail.
private final class LateStore: ForwardingStore {
  let store: any FlowStore
  private let failures: Locked<Int>

  init(_ store: any FlowStore, failing failures: Int) {
    self.store = store
    self.failures = Locked(failures)
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let fails = failures.withLock { left in
      defer { left = max(0, left - 1) }
      return left > 0
    }
    if fails { throw .unavailable(StoreError.Details("Can't claim runs: the server is away.")) }
    return try await store.claim(request)
  }
}

/// A store in front of another one that claims runs only once.
private final class OneClaimStore: ForwardingStore {
  let store: any FlowStore
  private let hasClaimed = Locked(false)

  init(_ store: any FlowStore) {
    self.store = store
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let isFirst = hasClaimed.withLock { hasClaimed in
      defer { hasClaimed = true }
      return !hasClaimed
    }
    return isFirst ? try await store.claim(request) : []
  }
}
