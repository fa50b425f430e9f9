import DurableTestSupport
import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import Testing

/// Runs in a journal: one process continues the runs that another one leaves.
struct FileStoreRunTests {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6]) func `The order flow continues after a crash at an append`(crash: Int)
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "durable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "orders.journal").path
    let (clock, bank, mail) = (ManualClock(), Bank(), Mail())
    let order = try orderFlow(bank: bank, mail: mail)
    /// Works as a process that opens the journal.
    func process(dyingAfter appends: Int, _ work: (FlowWorker) async throws -> Void) async throws {
      let file = try FileStore(at: path, surviving: .process, timed: clock)
      let worker = FlowWorker(
        CrashingStore(file, dyingAfter: appends), running: [order], keepingEnded: days(100), timed: clock)
      do { try await work(worker) } catch StoreError.closed {}
      try await file.close()
      clock.advance(by: .seconds(30))
    }
    try await process(dyingAfter: crash) { worker in
      _ = try await worker.start(order, Order(id: "1", cents: 990), key: "4711")
      try await worker.runUntilIdle()
    }
    try await process(dyingAfter: max(0, crash - 3)) { worker in
      try await #require(try await worker.find(order, key: "4711")).send(Shipped(tracking: "1Z"), key: "w")
      try await worker.runUntilIdle()
    }
    clock.advance(by: days(14))
    var words = ""
    for _ in 0..<2 {
      try await process(dyingAfter: .max) { worker in
        try await worker.runUntilIdle()
        clock.advance(by: days(14))
        try await worker.runUntilIdle()
        words =
          try await worker.find(order, key: "4711")?.summary().state == .ended(.completed)
          ? try await worker.find(order, key: "4711")?.outcome().words ?? "" : ""
      }
    }
    #expect(words == "completed: p1")
    #expect(bank.charges == ["order/4711/charge#1"])
    #expect(mail.sent == ["Thanks!"])
  }
}
