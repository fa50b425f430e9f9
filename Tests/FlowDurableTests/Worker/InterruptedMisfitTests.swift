import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Work that was under way is undone, even if workers of an earlier version of the flow claim the run first.
struct InterruptedMisfitTests {
  private let life = DurableLife()
  private let trace = Trace()
  private let grace = Duration.seconds(60)

  /// Returns a flow whose step `b` undoes interrupted work, and fails or, at first, dies with its process.
  private func flow(_ dying: SharedStore? = nil) throws -> DurableFlow<String, String> {
    let trace = trace
    return try textFlow(undoing: .onCancel) {
      append("a").keeping(TheText.self)
      text("b") { _, _ in
        dying?.store.withLock { $0?.die() }
        throw TestError("away")
      }
      .undoingInterrupted { content, visit in trace.note("\(visit.key) \(content ?? "-")") }
      .branching(["on": .end]) { _ in "on" }.catching(.failure, to: .step("wait"))
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
  }

  /// A store that a test sets later.
  private final class SharedStore: Sendable {
    let store = Locked<CrashingStore?>(nil)
  }

  /// Returns an earlier version of the flow: without step `b`, or with one that undoes nothing.
  private func earlier(hasStep: Bool = false) throws -> DurableFlow<String, String> {
    try textFlow(undoing: .onCancel) {
      append("a").keeping(TheText.self)
      append(hasStep ? "b" : "c")
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
  }

  /// Starts a run whose process dies in step `b`, and cancels it.
  private func interrupted() async throws -> DurableRun<String, String> {
    let dying = SharedStore()
    let flow = try flow(dying)
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    let store = CrashingStore(life.store)
    dying.store.withLock { $0 = store }
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    try await run.cancel()
    life.clock.advance(by: life.lease)
    return run
  }

  @Test(arguments: [true, false])
  func `A worker whose chain can't undo a failed visit leaves its run to another one`(hasStep: Bool) async throws {
    let flow = try flow()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "wait")
    try await run.cancel()
    let events = LockedList<String>()
    try await life.worker(try earlier(hasStep: hasStep), misfitGrace: grace) { events.append("\($0)") }.runUntilIdle()
    #expect(try await run.summary().state.kind == .ready)
    #expect(
      events.all == [
        """
        Run 1 was released: Run 1 may have to undo work of 'b' that did not complete, and the chain has no undo of it. Give a step \
        this name, or renamed(from: "b"), and undoingInterrupted.
        """
      ])
    try await life.advance(worker, by: .seconds(5))
    #expect(try await run.outcome().words == "cancelled")
    #expect(trace.lines == ["text/k/b#1/undo xa"])
  }

  @Test func `A worker whose chain doesn't have the step of a run leaves the command to another one`() async throws {
    let run = try await interrupted()
    try await life.worker(try earlier(), misfitGrace: grace).runUntilIdle()
    #expect(try await run.summary().state.kind == .ready)
    let flow = try flow()
    try await life.advance(life.worker(flow), by: .seconds(5))
    #expect(try await run.outcome().words == "cancelled")
    #expect(trace.lines == ["text/k/b#1/undo xa"])
  }

  @Test func `A command to a run whose step is gone is followed after the grace`() async throws {
    let run = try await interrupted()
    let worker = life.worker(try earlier(), misfitGrace: grace)
    try await worker.runUntilIdle()
    try await life.advance(worker, by: grace)
    #expect(try await run.outcome().words == "cancelled")
    #expect(trace.lines == [])
  }
}
