import Dispatch
import FlowChains
import FlowDurable
import FlowState
import Foundation
import Testing

@testable import FlowPostgres

/// Closures that block all threads of Swift's pool delay neither claims nor records.
struct BlockedPoolTests {
  // With several runs at once, the store opens connections while the threads are blocked.
  @Test(arguments: [false, true], [1, 8])
  func `D13: Runs are claimed, recorded, and ended while all threads of Swift and Dispatch are blocked`(
    inTransactions: Bool, atOnce: Int
  ) async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema) { settings in
      settings.notifies = true
      settings.connections = 2 * atOnce
    }
    let (began, first) = (AsyncSignal(), (0..<atOnce).map { _ in AsyncSignal() })
    let (blocked, begun) = (DispatchSemaphore(value: 0), Guarded(0))
    let (worked, recorded) = (Guarded(0), Guarded(0))
    let work: @Sendable (String) async throws -> String = { text in
      let number = Self.countUp(worked)
      if number <= atOnce {
        if number == atOnce { began.send() }
        try await first[number - 1].wait(orSay: "The test did not end the first steps")
      }
      return text
    }
    let last = FlowStepDeclaration(String.self, String.self, identifier: "last") { text, _ in
      if Self.countUp(recorded) == Self.runs {
        // A job that waits for the pool executes when all closures that block it have begun.
        #expect(begun.withLock { $0 } < Self.blocks, "Something waited for a thread of the pool")
        for _ in 0..<Self.blocks { blocked.signal() }
      }
      return text
    }
    let step =
      inTransactions
      ? FlowStepDeclaration(String.self, String.self, identifier: "work", inTransactionOf: store) { text, _, _ in
        try await work(text ?? "-")
      } : FlowStepDeclaration(String.self, String.self, identifier: "work") { text, _ in try await work(text ?? "-") }
    let flow = try TestFlows.chain("order", [step.step, last.keeping(TheText.self).step])
    // The next run begins when the store has recorded the end of an earlier one.
    let worker = FlowWorker(store, running: [flow], atOnce: atOnce)
    let working = Task { try await worker.run() }
    var runs: [DurableRun<String, String>] = []
    for _ in 0..<Self.runs { runs.append(try await worker.start(flow, "x")) }
    try await began.wait(orSay: "Not all of the first steps began")
    for _ in 0..<Self.blocks {
      DispatchQueue.global().async {
        begun.withLock { $0 += 1 }
        _ = blocked.wait(orSay: "The runs were not executed")
      }
    }
    for first in first { first.send() }
    for run in runs { #expect(try await run.outcome().words == "completed: x") }
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
    await store.close()
  }

  private static let runs = 150
  /// More closures than the pool executes at the same time. Dispatch adds a thread per second.
  private static let blocks = 64

  private static func countUp(_ count: Guarded<Int>) -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
