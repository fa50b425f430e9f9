import DurableTestSupport
import FlowDurable
import FlowState
import FlowStateTesting
import Testing

/// The order flow of the documentation, from its start to each of its ends.
struct OrderFlowTests {
  private let bank = Bank()
  private let mail = Mail()
  private let clock = ManualClock()
  private let store: MemoryStore
  private let order: DurableFlow<Order, String>
  private let worker: FlowWorker

  init() throws {
    store = MemoryStore(timed: clock)
    order = try orderFlow(bank: bank, mail: mail)
    worker = FlowWorker(store, running: [order], timed: clock)
  }

  private func start() async throws -> DurableRun<Order, String> {
    let run = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711")
    try await worker.runUntilIdle()
    return run
  }

  @Test func `A shipped order ends with thanks`() async throws {
    let run = try await start()
    #expect(run.isNew)
    #expect(try await run.summary().position == "shipped")
    #expect(bank.asked == ["charge 990 order/4711/charge#1"])
    try await run.send(Shipped(tracking: "1Z"), key: "webhook-88")
    #expect(try await run.send(Shipped(tracking: "1Z"), key: "webhook-88") == .duplicate)
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "cool off")
    clock.advance(by: days(14))
    try await worker.runUntilIdle()
    guard case .completed("p1") = try await run.outcome() else {
      Issue.record("\(try await run.outcome())")
      return
    }
    #expect(mail.sent == ["Thanks!"])
    #expect(bank.asked.count == 1)
  }

  @Test func `A second start with the same key starts nothing`() async throws {
    let run = try await start()
    let again = try await worker.start(order, Order(id: "4711", cents: 1), key: "4711")
    #expect(!again.isNew)
    #expect(again.number == run.number)
    try await worker.runUntilIdle()
    #expect(bank.asked.count == 1)
  }

  @Test func `A late order ends with an apology`() async throws {
    let run = try await start()
    clock.advance(by: days(3))
    try await worker.runUntilIdle()
    guard case .completed("p1") = try await run.outcome() else {
      Issue.record("\(try await run.outcome())")
      return
    }
    #expect(mail.sent == ["Sorry."])
  }

  @Test func `A declined payment ends with an apology`() async throws {
    bank.decline()
    let run = try await start()
    guard case .completed(nil) = try await run.outcome() else {
      Issue.record("\(try await run.outcome())")
      return
    }
    #expect(mail.sent == ["Sorry."])
  }

  @Test func `Going back refunds the charge, and charges again under another key`() async throws {
    let run = try await start()
    try await run.goBack(to: "charge")
    try await worker.runUntilIdle()
    #expect(
      bank.asked == [
        "charge 990 order/4711/charge#1", "refund p1 order/4711/charge#1/undo", "charge 990 order/4711/charge#2",
      ])
    #expect(try await run.summary().position == "shipped")
  }

  @Test func `Cancelling undoes the visits if the flow declares it`() async throws {
    let run = try await start()
    try await run.cancel()
    try await worker.runUntilIdle()
    guard case .cancelled = try await run.outcome() else {
      Issue.record("\(try await run.outcome())")
      return
    }
    #expect(bank.refunds == ["order/4711/charge#1/undo"])
  }

  @Test func `An undo that fails three times parks the run, and a retry continues it`() async throws {
    bank.failRefunds(3)
    let run = try await start()
    try await run.cancel()
    try await worker.runUntilIdle()
    for _ in 0..<3 {
      clock.advance(by: .seconds(4))
      try await worker.runUntilIdle()
    }
    #expect(
      try await run.summary().state
        == .parked("The undo of step 'charge' has failed 3 times. Run 'retry' tries it again."))
    await #expect(throws: DurableRunError.self) { try await run.outcome() }
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(bank.asked.count == 5)
    #expect(try await run.summary().state == .ended(.cancelled))
  }

  @Test func `The records describe what happened`() async throws {
    let run = try await start()
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    clock.advance(by: days(14))
    try await worker.runUntilIdle()
    let kinds = try await store.records(of: run.number, after: 0, limit: .max).map { record in
      switch record.body {
      case .began: "began"
      case .settled(let settled): "\(settled.step)#\(settled.visit) -> \(settled.destination ?? "end")"
      case .waiting(let waiting): "waits at \(waiting.step)"
      case .ended(let ended): "\(ended.ending)"
      default: "\(record.body)"
      }
    }
    #expect(
      kinds == [
        "began", "accept#1 -> charge", "charge#1 -> shipped", "waits at shipped", "shipped#1 -> cool off",
        "waits at cool off", "cool off#1 -> thank", "thank#1 -> end", "completed",
      ])
  }
}
