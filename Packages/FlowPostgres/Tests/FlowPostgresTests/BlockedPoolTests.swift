import Dispatch
import FlowChains
import FlowDurable
import FlowState
import Foundation
import Testing

@testable import FlowPostgres

/// Closures that block all threads of Swift's pool delay neither claims nor records.
struct BlockedPoolTests {
  @Test(arguments: [false, true])
  func `D13: Runs are claimed, recorded, and ended while all threads of Swift and Dispatch are blocked`(
    inTransactions: Bool
  ) async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema) { $0.notifies = true }
    let (began, first) = (AsyncSignal(), AsyncSignal())
    let (blocked, begun) = (DispatchSemaphore(value: 0), Guarded(0))
    let worked = Guarded(0)
    let work: @Sendable (String) async throws -> String = { text in
      let number = worked.withLock { number in
        number += 1
        return number
      }
      if number == 1 {
        began.send()
        try await first.wait(orSay: "The test did not end the first step")
      } else if number == Self.runs {
        // A job that waits for the pool executes when all closures that block it have begun.
        #expect(begun.withLock { $0 } < Self.blocks, "Something waited for a thread of the pool")
        for _ in 0..<Self.blocks { blocked.signal() }
      }
      return text
    }
    let flow = inTransactions ? try Self.inTransactions(store, work) : try TestFlows.text("order", work)
    // The next run begins when the store has recorded the end of the one before.
    let worker = FlowWorker(store, running: [flow], atOnce: 1)
    let working = Task { try await worker.run() }
    var last: DurableRun<String, String>?
    for _ in 0..<Self.runs { last = try await worker.start(flow, "x") }
    try await began.wait(orSay: "No step began")
    for _ in 0..<Self.blocks {
      DispatchQueue.global().async {
        begun.withLock { $0 += 1 }
        _ = blocked.wait(orSay: "The runs were not executed")
      }
    }
    first.send()
    #expect(try await last?.outcome().words == "completed: x")
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
    await store.close()
  }

  private static let runs = 150
  /// More closures than the pool executes at the same time. Dispatch adds a thread per second.
  private static let blocks = 64

  private static func inTransactions(
    _ store: PostgresStore, _ work: @escaping @Sendable (String) async throws -> String
  ) throws -> DurableFlow<String, String> {
    let step = FlowStepDeclaration(String.self, String.self, identifier: "work", inTransactionOf: store) { text, _, _ in
      try await work(text ?? "-")
    }.keeping(TheText.self)
    return try DurableFlow(FlowChain("order") { step }, keeping: TheText.self) { $0[TheText.self] }
  }
}
