import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A worker that works until it is stopped.
struct FlowWorkerTests {
  private let life = DurableLife()

  @Test func `A worker runs many runs at once, and never more than its limit`() async throws {
    let most = Locked((now: 0, most: 0))
    let flow = try textFlow {
      text("a") { text, _ in
        most.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        await Task.yield()
        most.withLock { $0.now -= 1 }
        return text + "a"
      }
      append("b")
      append("c").keeping(TheText.self)
    }
    let worker = FlowWorker(MemoryStore(), running: [flow], atOnce: 8, lease: aDay)
    let working = Task { try await worker.run() }
    var runs: [DurableRun<String, String>] = []
    for number in 0..<200 { runs.append(try await worker.start(flow, "\(number)")) }
    for (number, run) in runs.enumerated() {
      #expect(try await run.outcome().words == "completed: \(number)abc")
    }
    working.cancel()
    try await working.value(orSay: "The worker did not end")
    #expect(most.withLock { $0.most } <= 8)
  }

  @Test func `Several workers share the runs`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let store = MemoryStore()
    let workers = (0..<3).map { _ in FlowWorker(store, running: [flow], atOnce: 4, lease: aDay) }
    let working = workers.map { worker in Task { try await worker.run() } }
    var runs: [DurableRun<String, String>] = []
    for number in 0..<100 { runs.append(try await workers[0].start(flow, "\(number)", key: "\(number)")) }
    for (number, run) in runs.enumerated() {
      #expect(try await run.outcome().words == "completed: \(number)a")
      #expect(try await store.records(of: run.number, after: 0, limit: .max).count == 3)
    }
    for worker in workers { await worker.stop() }
    for task in working { try await task.value(orSay: "A worker did not end") }
  }

  @Test func `A worker claims only what it runs`() async throws {
    let (mine, other) = (try textFlow("mine") { append("a") }, try textFlow("other") { append("a") })
    let worker = life.worker(mine)
    let run = try await worker.start(other, "x")
    try await worker.runUntilIdle()
    #expect(try await run.summary().state.kind == .ready)
    #expect(try await run.summary().attempts == 0)
  }

  @Test func `A store that has failed for good ends the worker`() async throws {
    let flow = try textFlow { append("a") }
    let store = CrashingStore(life.store, dyingAfter: 0)
    let worker = life.worker(flow, on: store)
    _ = try await worker.start(flow, "x")
    await #expect(throws: StoreError.closed) { try await worker.run() }
  }

  @Test(arguments: 0..<16)
  func `A store that fails for good at any record of a failing run ends the worker`(appends: Int) async throws {
    struct Declined: Error {}
    let flow = try textFlow(undoing: .onFailure) {
      append("a").keeping(TheText.self).undoing { _, _ in }
      append("b").keeping(TheText.self).undoing { _, _ in }
      text("c") { _, _ in throw Declined() }
    }
    let worker = life.worker(flow, on: CrashingStore(life.store, dyingAfter: appends))
    let run = try await worker.start(flow, "x")
    do {
      try await worker.runUntilIdle()
      #expect(try await run.summary().state.kind == .ended)
    } catch {
      #expect(error == .closed)
    }
  }

  @Test func `A message to a run that works is noticed soon`() async throws {
    let began = AsyncSignal()
    let flow = try textFlow {
      text("a") { text, _ in
        began.send()
        try await Task.sleep(for: .seconds(3_600))
        return text
      }
    }
    let worker = FlowWorker(MemoryStore(), running: [flow], lease: aDay)
    let working = Task { try await worker.run() }
    let run = try await worker.start(flow, "x")
    try await began.wait(orSay: "The work did not begin")
    try await run.cancel()
    #expect(try await run.outcome().words == "cancelled")
    working.cancel()
    try await working.value(orSay: "The worker did not end")
  }

  @Test func `A renamed step is found under its new name`() async throws {
    let old = try textFlow {
      append("charge").keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let run = try await life.worker(old).start(old, "x", key: "k")
    try await life.worker(old).runUntilIdle()
    let new = try textFlow {
      append("pay").keeping(TheText.self).renamed(from: "charge")
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    try await #require(try await life.worker(new).find(new, key: "k")).goBack(to: "pay")
    try await life.worker(new).runUntilIdle()
    #expect(
      try await life.course(of: run.number).suffix(5) == [
        "back to charge", "undone charge#1", "moved from charge to pay", "charge#2 -> wait", "waits at wait",
      ])
  }
}
