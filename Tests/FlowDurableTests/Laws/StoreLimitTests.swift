import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// D10: Anything beyond the limits of the store is refused, or fails its step, with a full sentence.
struct StoreLimitTests {
  private let life = DurableLife()

  @Test func `A value that is too big fails its step, and a route can catch that`() async throws {
    var limits = StoreLimits()
    limits.value = 100
    let store = MemoryStore(timed: life.clock, limits: limits)
    let flow = try textFlow {
      append("first").keeping(TheText.self)
      text("grow") { _, _ in String(repeating: "a", count: 200) }.keeping(TheText.self)
        .branching(["on": .end]) { _ in "on" }.catching(.failure, to: .step("sorry"))
      FlowStepDeclaration(FlowError.self, String.self, identifier: "sorry") { error, _ in
        (error?.rootCause as? DurableFailure)?.text
      }
    }
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    // The value that the failed step would keep is unchanged.
    #expect(try await run.outcome().words == "completed: xfirst")
    let records = try await store.records(of: run.number, after: 0, limit: .max)
    guard case .settled(let failed) = records[2].body, case .settled(let sorry) = records[3].body else {
      Issue.record("\(records)")
      return
    }
    #expect(failed.failure?.text == "The result of step 'grow' has 202 bytes as JSON, and 100 are allowed.")
    #expect(sorry.result == "The result of step 'grow' has 202 bytes as JSON, and 100 are allowed.")
    #expect(
      await refusal { try await worker.start(flow, String(repeating: "a", count: 200)) }
        == "The content of flow 'text' has 202 bytes as JSON, and 100 are allowed.")
    let alone = try textFlow("alone") { text("grow") { _, _ in String(repeating: "a", count: 200) } }
    let other = life.worker(alone, on: store)
    let big = try await other.start(alone, "x")
    try await other.runUntilIdle()
    #expect(
      try await big.outcome().words
        == "failed: Step 'grow' failed: The result of step 'grow' has 202 bytes as JSON, and 100 are allowed.")
  }

  @Test func `Text with many combining marks is kept in a journal, and text with too many fails its step`() async throws
  {
    let folder = try TemporaryFolder()
    @Sendable func marks(_ count: Int) -> String { "a" + String(repeating: "\u{301}", count: count) }
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      text("b") { text, _ in
        if text.utf8.count > 1_000 { return text + marks(1_001) }
        throw DurableFailure(type: "Refused", text: text)
      }.keeping(TheText.self)
    }
    var store = try FileStore(at: folder.file(), timed: life.clock)
    var worker = life.worker(flow, on: store)
    _ = try await worker.start(flow, marks(140), key: marks(140))
    _ = try await worker.start(flow, marks(999), key: "long")
    try await worker.runUntilIdle()
    #expect(
      await refusal { try await worker.start(flow, "x", key: marks(1_001)) }
        == "The key of a run of flow 'text' can't be stored: it has more than 1000 combining marks in a row.")
    try await store.close()
    store = try FileStore(at: folder.file(), timed: life.clock)
    worker = life.worker(flow, on: store)
    let outcomes = [
      try await worker.find(flow, key: marks(140))?.outcome().words,
      try await worker.find(flow, key: "long")?.outcome().words,
    ]
    #expect(
      outcomes == [
        "failed: Step 'b' failed: \(marks(140))a",
        "failed: Step 'b' failed: A value in record 'settled' can't be stored: it has more than 1000 combining marks in a row.",
      ])
    #expect(try await store.runs(RunQuery(states: [.parked]), after: nil, limit: 9).isEmpty)
  }

  @Test func `The greatest limits refuse nothing`() async throws {
    var limits = StoreLimits()
    (limits.value, limits.messages, limits.commands, limits.attempts) = (.max, .max, .max, .max)
    // Every record is larger, so that its values are compared with their limits.
    limits.snapshot = 1
    let store = MemoryStore(timed: life.clock, limits: limits)
    let run = try await store.add(NewRun(flow: "order")).run
    let message = FlowMessage(.message(name: "Shipped", body: nil), key: "k")
    #expect(try await store.send(message, to: run) == .delivered(1))
    #expect(try await store.send(message, to: run) == .duplicate)
    #expect(try await store.send(FlowMessage(.back(to: "charge")), to: run) == .delivered(2))
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([FlowRecord(.ended(.init(.completed)))], to: claim, then: .end(.completed))
  }

  @Test func `A run refuses more messages than the store allows`() async throws {
    var limits = StoreLimits()
    limits.messages = 2
    let store = MemoryStore(timed: life.clock, limits: limits)
    let flow = try waitingFlow()
    let run = try await life.worker(flow, on: store).start(flow, "x")
    for _ in 0..<2 { try await run.send(Shipped(tracking: "1Z")) }
    #expect(
      await refusal { try await run.send(Shipped(tracking: "1Z")) }
        == "2 messages wait in run 1, and no more are allowed.")
  }

  @Test func `The key of a message that waits isn't forgotten, however many others come`() async throws {
    var limits = StoreLimits()
    limits.messages = 10
    let store = MemoryStore(timed: life.clock, limits: limits)
    let run = try await store.add(NewRun(flow: "order")).run
    func message(_ number: Int) -> FlowMessage { FlowMessage(.message(name: "Shipped", body: nil), key: "\(number)") }
    _ = try await store.send(message(0), to: run)
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    for number in 1...40 {
      _ = try await store.send(message(number), to: run)
      let record = FlowRecord(.waiting(.init(step: "shipped", visit: 1)), taking: [number + 1])
      _ = try await store.append([record], to: claim, then: .hold(lease: .seconds(30)))
    }
    #expect(try await store.send(message(0), to: run) == .duplicate)
    #expect(try await store.send(message(40), to: run) == .duplicate)
    #expect(try await store.send(message(1), to: run) == .delivered(42))
  }

  @Test func `A run refuses more commands than the store allows, except those that end or continue it`() async throws {
    var limits = StoreLimits()
    limits.commands = 3
    let folder = try TemporaryFolder()
    let stores: [any FlowStore] = [
      MemoryStore(timed: life.clock, limits: limits),
      try FileStore(at: folder.file(), timed: life.clock, limits: limits),
    ]
    for store in stores {
      let run = try await store.add(NewRun(flow: "order")).run
      for step in 1...3 { _ = try await store.send(FlowMessage(.back(to: "\(step)")), to: run) }
      #expect(try await store.send(FlowMessage(.back(to: "2")), to: run) == .duplicate)
      #expect(
        await refusal { try await store.send(FlowMessage(.back(to: "4")), to: run) }
          == "3 messages wait in run 1, and no more are allowed.")
      // Commands that end or continue the run are still accepted.
      #expect(try await store.send(FlowMessage(.cancel), to: run) == .delivered(4))
      #expect(try await store.send(FlowMessage(.retry), to: run) == .delivered(5))
    }
  }

  @Test func `A store that is full for a while holds the runs`() async throws {
    let store = FullStore(life.store)
    let events = LockedList<String>()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow, on: store) { events.append("\($0)") }
    let run = try await worker.start(flow, "x")
    let working = Task {
      defer { events.append("ended") }
      try await worker.runUntilIdle()
    }
    try await patiently("The worker did not report a full store") { !events.all.isEmpty }
    #expect(
      events.all == [
        "The store failed, and the worker tries again: Can't write 'orders.journal': No space left on device."
      ])
    store.isFull.store(false, ordering: .releasing)
    // The worker tries again after a second of its clock, whenever that begins.
    try await patiently("The worker did not end") {
      life.clock.advance(by: .seconds(1))
      return events.all.contains("ended")
    }
    try await working.value
    #expect(try await run.outcome().words == "completed: xa")
  }
}

/// A store whose disk is full for a while.
private final class FullStore: ForwardingStore {
  let isFull = Atomic<Bool>(true)
  let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    if isFull.load(ordering: .acquiring) {
      throw .unavailable(.init("Can't write 'orders.journal': No space left on device."))
    }
    return try await store.append(records, to: run, then: disposition)
  }
}
