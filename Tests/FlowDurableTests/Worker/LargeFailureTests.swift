import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Testing

/// Failures whose texts are larger than what a store keeps. They concern their run, and no other one.
struct LargeFailureTests {
  private let life = DurableLife()

  private struct Verbose: Error, CustomStringConvertible {
    var description: String { String(repeating: "x", count: 1 << 20) }
  }

  @Test func `An undo that fails with a text that is too large is tried again, and then parks its run`() async throws {
    let flow = try textFlow(undoing: .onCancel) {
      append("a").undoing { _, _ in throw Verbose() }
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await run.cancel()
    for _ in 0..<3 { try await life.advance(worker, by: .seconds(10)) }
    let reason = "The undo of step 'a' has failed 3 times. Run 'retry' tries it again."
    #expect(try await run.summary().state == .parked(reason))
    let failures = try await life.records(of: run.number).compactMap { record in
      if case .undone(let undone) = record.body { undone.failure } else { nil }
    }
    let text = "The failure of the undo of step 'a' has 1048604 bytes as JSON, and 1048576 are allowed."
    #expect(failures == Array(repeating: RecordedFailure(type: "Verbose", text: text), count: 3))
  }

  @Test func `A run whose reason for parking is too large is still parked`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let run = try await life.worker(flow).start(flow, "x")
    let claims = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    let name = String(repeating: "n", count: (1 << 20) - 20)
    _ = try await life.store.append([FlowRecord(.unknown([name: 1]))], to: claims[0], then: .release(after: .zero))
    let other = try await life.worker(flow).start(flow, "y")
    try await life.worker(flow).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("The reason why the run is parked has 1048640 bytes as JSON, and 1048576 are allowed."))
    #expect(try await other.outcome().words == "completed: ya")
  }
}
