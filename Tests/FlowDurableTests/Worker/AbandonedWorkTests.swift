import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// D13: Work that ignores its cancellation when a worker stops isn't repeated by the process while it goes on.
struct AbandonedWorkTests {
  private let lease = Duration.seconds(30)

  /// Stops a worker while time passes for it: the seconds after which it waits no longer for work and store. More time could
  /// end the lease before the process extends it, and another worker of this process then waits for the end of the work.
  private func stop(_ worker: FlowWorker, _ clock: ManualClock) async throws {
    let isStopped = Locked(false)
    let stopping = Task {
      await worker.stop(grace: .zero)
      isStopped.withLock { $0 = true }
    }
    try await patiently("The worker did not stop") {
      if let due = clock.nextTimer, due <= clock.now + .seconds(1) { clock.advanceToNextTimer() }
      return isStopped.withLock { $0 }
    }
    await stopping.value
  }

  @Test(arguments: StoreKind.allCases)
  func `D13: A run whose work ignores its cancellation is released when the work ends`(kind: StoreKind) async throws {
    let clock = ManualClock()
    let folder = try TemporaryFolder()
    let store = try kind.makeStore(in: folder, timed: clock)
    let (works, events) = (Works(), LockedList<String>())
    let flow = try textFlow("slow") { text("work") { _, visit in await works.work(visit) }.keeping(TheText.self) }
    func worker() -> FlowWorker {
      FlowWorker(store, running: [flow], lease: lease, timed: clock) { events.append("\($0)") }
    }
    let first = worker()
    let run = try await first.start(flow, "x", key: "1")
    let working = Task { try await first.run() }
    try await patiently("The step did not begin") { works.begun.count == 1 }
    try await stop(first, clock)
    try await working.value(orSay: "The worker did not end")
    // In this test, time can pass faster than the worker notices that the work goes on.
    let sentences = [WorkerEvent.worksOn(run.number), .left(run.number, nil)].map { "\($0)" }
    #expect(
      sentences[0] == "Run 1 is still at work, which ignores its cancellation. It is released when the work ends.")
    #expect(events.all.count == 1 && sentences.contains(events.all[0]))
    // The lease is extended, although the worker has stopped.
    for _ in 0..<12 {
      try await worker().runUntilIdle()
      #expect(try await run.summary().state.kind == .held)
      let before = try await run.summary().state
      // From timer to timer, because the process sets the next one only when the lease has been extended.
      try await patiently("The lease was not extended") {
        let hasPassed = clock.advanceToNextTimer() != nil
        return try await kind == .file ? hasPassed : run.summary().state != before
      }
    }
    #expect(works.begun == ["slow/1/work#1"])
    works.open()
    try await patiently("The run was not released") { try await run.summary().state.kind != .held }
    try await worker().runUntilIdle()
    #expect(try await run.outcome().words.hasPrefix("completed: attempt "))
    #expect(works.mostAtOnce == 1)
    #expect(events.all.count == 1)
  }

  @Test func `D13: An undo that ignores its cancellation isn't repeated while it goes on`() async throws {
    let life = DurableLife()
    let works = Works()
    let flow = try textFlow("undo", undoing: .all) {
      append("a").undoing { _, visit in _ = await works.work(visit) }.keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "1")
    try await worker.runUntilIdle()
    try await run.cancel()
    let working = Task { try await worker.run() }
    try await patiently("The undo did not begin") { works.begun.count == 1 }
    try await stop(worker, life.clock)
    try await working.value(orSay: "The worker did not end")
    try await life.worker(flow).runUntilIdle()
    #expect(works.begun.count == 1)
    works.open()
    try await patiently("The run was not released") { try await run.summary().state.kind != .held }
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "cancelled")
    // The undo was recorded when it ended.
    #expect(works.begun.count == 1)
  }
}
