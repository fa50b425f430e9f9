import DurableTestSupport
import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Synchronization
import Testing

/// D1, D2, D4, D9: A process that dies between any two records doesn't change what a run does.
struct CrashTests {
  /// A way through the order flow, by the action of its user while the run rests.
  private enum Way: String, CaseIterable {
    case shipped, late, declined, back, cancelled
  }

  /// Plays a way with a process that dies after a number of appends. Returns the number of appends, and whether the process died.
  private func live(_ way: Way, dyingAfter appends: Int) async throws -> (appends: Int, died: Bool, story: [String]) {
    let life = DurableLife()
    let (bank, mail) = (Bank(), Mail())
    if way == .declined { bank.decline() }
    let order = try orderFlow(bank: bank, mail: mail)
    let dying = CrashingStore(life.store, dyingAfter: appends)
    var worker = life.worker(order, on: dying)
    let run = try await worker.start(order, Order(id: "1", cents: 990), key: "4711")
    func idle() async throws {
      do { try await worker.runUntilIdle() } catch StoreError.closed {
        // A new process. The lease of the old one must end first.
        worker = life.worker(order)
        try await life.advance(worker, by: life.lease)
      }
    }
    try await idle()
    switch way {
    case .shipped:
      try await #require(try await life.worker(order).find(order, key: "4711")).send(Shipped(tracking: "1Z"), key: "w")
    case .late, .declined: break
    case .back: try await #require(try await life.worker(order).find(order, key: "4711")).goBack(to: "charge")
    case .cancelled: try await #require(try await life.worker(order).find(order, key: "4711")).cancel()
    }
    try await idle()
    for _ in 0..<2 {
      life.clock.advance(by: days(14))
      try await idle()
    }
    let outcome = try await #require(try await life.worker(order).find(order, key: "4711")).outcome().words
    let settled = try await life.records(of: run.number).compactMap { record -> String? in
      if case .settled(let settled) = record.body { "\(settled.step)#\(settled.visit)" } else { nil }
    }
    #expect(Set(settled).count == settled.count, "\(way), \(appends)")
    #expect(
      Set(bank.asked.filter { $0.hasPrefix("charge") }) == Set(bank.asked.filter { $0.hasPrefix("charge") }.prefix(3)))
    return (
      dying.appends, dying.isDead,
      [outcome] + settled + bank.charges.map { "took \($0)" } + bank.refunds.map { "released \($0)" } + Set(mail.sent)
    )
  }

  @Test(arguments: ["shipped", "late", "declined", "back", "cancelled"])
  func `D1, D2, D9: A crash between any two records changes nothing`(name: String) async throws {
    guard let way = Way(rawValue: name) else { return }
    let (count, _, expected) = try await live(way, dyingAfter: .max)
    #expect(count >= 3)
    for crash in 0..<count {
      let (_, died, story) = try await live(way, dyingAfter: crash)
      #expect(died)
      // Work that runs at most once fails if it was interrupted. Here the process dies only before the record, so no letter is sent twice.
      if story != expected {
        #expect(
          story.contains { $0.contains("apology") || $0.contains("StepInterrupted") },
          "\(way), crash \(crash): \(story)")
      }
    }
  }
}
