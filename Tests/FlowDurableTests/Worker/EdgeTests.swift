import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Uses that the examples don't show.
struct EdgeTests {
  private let life = DurableLife()

  @Test func `Two tasks can wait for one outcome, and a third one can ask after the end`() async throws {
    let go = AsyncSignal()
    let flow = try textFlow {
      text("a") { text, _ in
        try await go.wait(orSay: "The test did not let the work end")
        return text + "a"
      }.keeping(TheText.self)
    }
    let store = MemoryStore()
    let worker = FlowWorker(store, running: [flow], lease: aDay)
    let working = Task { try await worker.run() }
    let run = try await worker.start(flow, "x")
    let waiting = (0..<2).map { _ in Task { try await run.outcome().words } }
    let cancelled = Task { try await run.outcome().words }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) {
      try await cancelled.value(orSay: "A cancelled task still waits for the outcome")
    }
    go.send()
    for task in waiting { #expect(try await task.value(orSay: "An outcome did not come") == "completed: xa") }
    #expect(try await run.outcome().words == "completed: xa")
    #expect(try await store.forget(endedBefore: StoreTime(milliseconds: .max), limit: 9) == 1)
    await #expect(throws: StoreError.unknownRun(run.number)) { try await run.outcome() }
    await #expect(throws: StoreError.unknownRun(run.number)) { try await run.cancel() }
    working.cancel()
    try await working.value(orSay: "The worker did not end")
  }

  @Test func `Tasks that wait for the outcome receive an error when the store is closed`() async throws {
    let folder = try TemporaryFolder()
    let flow = try textFlow { FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait") }
    let store = try FileStore(at: folder.file())
    let worker = FlowWorker(store, running: [flow], lease: aDay)
    let working = Task { try await worker.run() }
    let run = try await worker.start(flow, "x")
    let waiting = Task { try await run.outcome() }
    try await patiently("The run did not come to wait") { try await run.summary().state.kind == .waiting }
    try await store.close()
    await #expect(throws: StoreError.closed) { try await waiting.value(orSay: "The outcome did not come") }
    await #expect(throws: StoreError.closed) { try await working.value(orSay: "The worker did not end") }
    // Nothing holds the journal.
    let again = try FileStore(at: folder.file())
    #expect(try await again.runs(RunQuery(), after: nil, limit: 1).first?.state.kind == .waiting)
  }

  @Test func `A store that is closed while a step works leaves the step to the next process`() async throws {
    let folder = try TemporaryFolder()
    let began = AsyncSignal()
    let isFirst = Locked(true)
    let flow = try textFlow {
      text("a") { text, visit in
        if isFirst.withLock({ $0 }) {
          isFirst.withLock { $0 = false }
          began.send()
          try await Task.sleep(for: .seconds(3_600))
        }
        return "\(visit.key), attempt \(visit.attempt)"
      }.keeping(TheText.self)
    }
    let store = try FileStore(at: folder.file())
    let worker = FlowWorker(store, running: [flow], lease: aDay)
    let working = Task { try await worker.run() }
    _ = try await worker.start(flow, "x", key: "k")
    try await began.wait(orSay: "The work did not begin")
    try await store.close()
    await #expect(throws: StoreError.closed) { try await working.value(orSay: "The worker did not end") }
    let again = FlowWorker(try FileStore(at: folder.file()), running: [flow], lease: aDay)
    try await again.runUntilIdle()
    #expect(try await again.find(flow, key: "k")?.outcome().words == "completed: text/k/a#1, attempt 2")
  }

  @Test func `A step that throws a cancellation of its own has failed`() async throws {
    let flow = try textFlow(undoing: .onFailure) {
      append("a")
      text("b") { _, _ in throw CancellationError() }
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "failed: Step 'b' failed: CancellationError()")
  }

  @Test func `A worker that never works holds nothing, and can be stopped`() async throws {
    let flow = try textFlow { append("a") }
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.file())
    weak var released: FlowWorker?
    do {
      let worker = FlowWorker(store, running: [flow])
      released = worker
      _ = try await worker.start(flow, "x")
      await worker.stop()
      try await worker.run()
      try await worker.runUntilIdle()
    }
    #expect(released == nil)
    #expect(try await store.runs(RunQuery(), after: nil, limit: 1).first?.state.kind == .ready)
  }

  @Test func `Messages sent before the run awaits them are taken, oldest first`() async throws {
    let flow = try DurableFlow(
      FlowChain("text") {
        FlowStepDeclaration(Any.self, Void.self, identifier: "a") { _, _ in }
        FlowStepDeclaration.awaiting(Shipped.self, identifier: "first")
        FlowStepDeclaration.awaiting(Shipped.self, identifier: "second").keeping(TheShipment.self)
      }, Any.self, keeping: TheShipment.self
    ) { $0[TheShipment.self]?.tracking }
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    for tracking in ["1", "2", "3"] { try await run.send(Shipped(tracking: tracking), key: tracking) }
    #expect(try await run.send(Shipped(tracking: "4"), key: "2") == .duplicate)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: 2")
  }

  @Test func `A run can go back to a step that was undone before, and past it`() async throws {
    let bank = Bank()
    let order = try orderFlow(bank: bank, mail: Mail())
    let worker = life.worker(order)
    let run = try await worker.start(order, Order(id: "1", cents: 1), key: "k")
    try await worker.runUntilIdle()
    for step in ["charge", "charge", "accept", "charge"] {
      try await run.goBack(to: step)
      try await worker.runUntilIdle()
    }
    #expect(try await run.summary().position == "shipped")
    #expect(bank.charges == (1...5).map { "order/k/charge#\($0)" })
    #expect(bank.refunds == (1...4).map { "order/k/charge#\($0)/undo" })
    await #expect(throws: DurableRunError.self) { try await run.goBack(to: "shipped") }
  }

  @Test func `Each visit has its own key, whatever the names`() async throws {
    let flow = try textFlow("te/xt#") { text("st%ep") { _, visit in visit.key }.keeping(TheText.self) }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "a/b#1")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: te%2Fxt%23/a%2Fb%231/st%25ep#1")
  }

  @Test func `A sealed value can't be moved to another run or another key`() async throws {
    let codec = BoundCodec()
    let flow = try DurableFlow(
      FlowChain("text") {
        append("a").keeping(TheText.self)
        FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
      }, String.self, keeping: TheText.self, sealedBy: codec
    ) { $0[TheText.self] }
    let worker = life.worker(flow)
    for key in ["1", "2"] { _ = try await worker.start(flow, "x", key: key) }
    try await worker.runUntilIdle()
    #expect(
      codec.positions == [
        "text content", "text/1 TheText", "text/1 a", "text/2 TheText", "text/2 a",
      ])
  }

  @Test func `The older of two waiting commands is carried out first`() async throws {
    let bank = Bank()
    let order = try orderFlow(bank: bank, mail: Mail())
    let worker = life.worker(order)
    let run = try await worker.start(order, Order(id: "1", cents: 1), key: "k")
    try await worker.runUntilIdle()
    try await run.goBack(to: "charge")
    try await run.cancel()
    try await run.retry()
    #expect(try await life.store.send(FlowMessage(.cancel), to: run.number) == .duplicate)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "cancelled")
    #expect(bank.charges == bank.refunds.map { String($0.dropLast("/undo".count)) })
  }

  @Test(arguments: [100, 400, 3_000])
  func `A value that contains itself many times is kept, or fails its step`(depth: Int) async throws {
    struct Node: Codable, Sendable { var next: [Node] = [] }
    let flow = try DurableFlow(
      FlowChain("deep") {
        FlowStepDeclaration(Any.self, Node.self, identifier: "a") { _, _ in
          var node = Node()
          for _ in 0..<depth / 2 { node = Node(next: [node]) }
          return node
        }
        FlowStepDeclaration(Node.self, Void.self, identifier: "b") { _, _ in }
      }, Any.self
    ) { _ in 1 }
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    let words = try await run.outcome().words
    #expect(
      depth < 500 ? words == "completed: 1" : words.hasPrefix("failed: Step 'a' failed: The result of step 'a'"),
      "\(words)")
  }

  @Test func `A value of the maximum size is kept, and one with a byte more isn't`() async throws {
    for (size, isKept) in [((1 << 20) - 2, true), ((1 << 20) - 1, false)] {
      let flow = try textFlow { text("a") { _, _ in String(repeating: "x", count: size) }.keeping(TheText.self) }
      let folder = try TemporaryFolder()
      let store = try FileStore(at: folder.file(), timed: life.clock)
      let worker = FlowWorker(store, running: [flow], timed: life.clock)
      let run = try await worker.start(flow, "")
      try await worker.runUntilIdle()
      let words = try await run.outcome().words
      #expect(
        words.hasPrefix(
          isKept ? "completed: xxx" : "failed: Step 'a' failed: The result of step 'a' has 1048577 bytes as JSON"))
    }
  }

  @Test(arguments: [
    "", " ", "a/b", "#1", "%2F", "k\u{1}", "\n", "é", "e\u{301}", "👩‍👩‍👧", String(repeating: "k", count: 1_024),
  ])
  func `A key of any characters finds its run, also after a restart`(key: String) async throws {
    let folder = try TemporaryFolder()
    let flow = try textFlow { text("a") { _, visit in visit.key }.keeping(TheText.self) }
    var store = try FileStore(at: folder.file(), timed: life.clock)
    let first = try await FlowWorker(store, running: [flow]).start(flow, "x", key: key)
    try await store.close()
    store = try FileStore(at: folder.file(), timed: life.clock)
    let worker = FlowWorker(store, running: [flow])
    #expect(try await worker.start(flow, "x", key: key).isNew == false)
    try await worker.runUntilIdle()
    #expect(try await worker.find(flow, key: key)?.outcome().words == "completed: \(first)/a#1")
  }
}

private enum TheShipment: DurableKey { typealias Value = Shipped }
