import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// The texts of failures are sealed like values.
struct SealedFailureTests {
  private let life = DurableLife()
  private let codec = Flipping()

  private func flow(
    undoing: UndoOccasions = .all, @FlowChainBuilder _ steps: () -> [DeclaredStep]
  ) throws -> DurableFlow<String, String> {
    try DurableFlow(
      FlowChain(identifier: "text", steps()), keeping: TheText.self, undoing: undoing, sealedBy: codec
    ) { $0[TheText.self] }
  }

  /// Returns the records of a run as text.
  private func text(of run: RunNumber) async throws -> String {
    try await life.records(of: run).map { "\($0.json)" }.joined(separator: "\n")
  }

  @Test func `The text of a failure isn't readable in the store, and the outcome has it`() async throws {
    let flow = try flow {
      append("a").undoing { _, _ in throw TestError("SECRET undo") }
      DurableTestSupport.text("b") { _, _ in throw TestError("SECRET work") }
        .retry(attempts: 2, backoff: .constant(.seconds(60)))
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    for _ in 0..<4 { try await life.advance(worker, by: .seconds(60)) }
    #expect(try await run.summary().state.kind == .parked)
    let stored = try await text(of: run.number)
    #expect(stored.contains("undone") && stored.contains("failed") && stored.contains("TestError"))
    #expect(!stored.contains("SECRET"))
    let plain = try self.flow(undoing: []) {
      DurableTestSupport.text("b") { _, _ in throw TestError("SECRET work") }
    }
    let other = life.worker(plain)
    let second = try await other.start(plain, "x")
    try await other.runUntilIdle()
    #expect(try await second.outcome().words == "failed: Step 'b' failed: SECRET work")
    #expect(!(try await text(of: second.number)).contains("SECRET"))
  }

  @Test func `The step after a failure receives the text`() async throws {
    let flow = try flow {
      DurableTestSupport.text("b") { _, _ in throw TestError("SECRET work") }
        .branching(["on": .end]) { _ in "on" }.catching(.failure, to: .step("sorry"))
      FlowStepDeclaration(FlowError.self, String.self, identifier: "sorry") { error, _ in
        (error?.rootCause as? DurableFailure)?.text
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: SECRET work")
    #expect(!(try await text(of: run.number)).contains("SECRET"))
  }
}
