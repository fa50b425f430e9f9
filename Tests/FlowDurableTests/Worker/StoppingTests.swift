import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A worker stops in time, whatever its store does.
struct StoppingTests {
  private let life = DurableLife()

  /// Stops a worker while time passes for it. Returns whether it has stopped.
  private func stops(_ worker: FlowWorker, _ clock: ManualClock, grace: Duration) async -> Bool {
    let isStopped = Locked(false)
    let stopping = Task {
      await worker.stop(grace: grace)
      isStopped.withLock { $0 = true }
    }
    for _ in 0..<20_000 where !isStopped.withLock({ $0 }) {
      clock.advance(by: .seconds(1))
      for _ in 0..<10 { await Task.yield() }
    }
    guard isStopped.withLock({ $0 }) else { return false }
    await stopping.value
    return true
  }

  @Test(arguments: [Duration.zero, .seconds(5)])
  func `A worker stops while its store fails, and the run continues elsewhere`(grace: Duration) async throws {
    let began = AsyncSignal()
    let flow = try textFlow {
      text("a") { text, visit in
        began.send()
        return "\(text), attempt \(visit.attempt)"
      }.keeping(TheText.self)
    }
    let clock = ManualClock()
    let events = LockedList<String>()
    let store = FailingStore(life.store, .away)
    let worker = life.worker(flow, on: store, timed: clock) { events.append("\($0)") }
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.run() }
    try await began.wait(orSay: "The work did not begin")
    try await patiently("The worker did not report the store's failure") { !events.all.isEmpty }
    try #require(await stops(worker, clock, grace: grace))
    // The store may work again, so this isn't the end of the worker's program.
    try await working.value(orSay: "The worker did not end")
    // The reason is the failure or the end of the time for it, whichever comes first.
    #expect(events.all.last?.hasPrefix("Run 1 was left until its lease ends: ") == true)
    #expect(
      "\(WorkerEvent.left(run.number, .closed))" == "Run 1 was left until its lease ends: The store was closed.")
    #expect(try await run.summary().lastRecord == 1)
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: x, attempt 2")
  }

  @Test func `A worker stops while its store doesn't answer`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let clock = ManualClock()
    let store = SlowStore(life.store)
    let events = LockedList<String>()
    let worker = life.worker(flow, on: store, timed: clock) { events.append("\($0)") }
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.run() }
    try await store.arrival()
    try #require(await stops(worker, clock, grace: .seconds(5)))
    try await working.value(orSay: "The worker did not end")
    #expect(events.all == ["Run 1 was left until its lease ends: The store doesn't answer."])
    // The late append still counts.
    store.release()
    try await patiently("The store did not append the record") { try await run.summary().lastRecord != 1 }
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `A worker that has released a run reports nothing more about it`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let (clock, objects, events) = (ManualClock(), ObjectCounter(), LockedList<String>())
    let store = SlowStore(FailingStore(life.store, .leaseLost(RunNumber(rawValue: 1))))
    do {
      let object = objects.makeObject()
      let worker = life.worker(flow, on: store, timed: clock) { event in
        object.touch()
        events.append("\(event)")
      }
      _ = try await worker.start(flow, "x")
      let working = Task { try await worker.run() }
      try await store.arrival()
      try #require(await stops(worker, clock, grace: .zero))
      try await working.value(orSay: "The worker did not end")
    }
    store.release()
    // The work for the run is over when its event closure is released.
    try await patiently("The work for the run was not released") { objects.living == 0 }
    #expect(events.all == ["Run 1 was left until its lease ends: The store doesn't answer."])
  }
}

/// A store that can't write.
private final class FailingStore: ForwardingStore {
  let store: any FlowStore
  private let error: StoreError

  init(_ store: any FlowStore, _ error: StoreError) {
    self.store = store
    self.error = error
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    throw error
  }
}

extension StoreError {
  fileprivate static let away = unavailable(Details("Can't append records in 'shop': it is away."))
}
