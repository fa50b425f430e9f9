import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// D10, and bad input: an error or a parked run with a full sentence, word for word. Nothing is lost, and nothing traps by data.
struct BadInputTests {
  private let life = DurableLife()

  private func message(_ body: () async throws -> Any) async -> String {
    do { _ = try await body() } catch { return "\(error)" }
    return "It succeeded."
  }

  private func waiting(_ name: String = "text") throws -> DurableFlow<String, String> {
    try textFlow(name) {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
  }

  @Test func `a run that is not there`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    #expect(await message { try await worker.find(flow, key: "moon") } == "Flow 'text' has no run with the key 'moon'.")
    #expect(await message { try await worker.find(flow, number: RunNumber(rawValue: 99)) } == "There is no run 99.")
    // A run of another flow isn't one of this flow.
    let other = try await worker.start(try waiting("other"), "x")
    #expect(await message { try await worker.find(flow, number: other.number) } == "There is no run 1.")
  }

  @Test func `messages to a run that has ended`() async throws {
    let flow = try textFlow { append("a") }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    let sentence = "Run 1 has ended, so it receives no messages."
    #expect(await message { try await run.send(Shipped(tracking: "1Z")) } == sentence)
    #expect(await message { try await run.cancel() } == sentence)
    #expect(await message { try await run.goBack(to: "a") } == sentence)
    #expect(await message { try await run.retry() } == sentence)
  }

  @Test func `back to a step that was not visited`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    #expect(
      await message { try await run.goBack(to: "a") } == "Run 1 cannot go back to 'a'; it remembers no earlier step.")
    try await worker.runUntilIdle()
    #expect(
      await message { try await run.goBack(to: "moon") }
        == "Run 1 cannot go back to 'moon'; the steps that it can go back to are: a.")
    // One that comes from elsewhere changes nothing.
    _ = try await life.store.send(FlowMessage(.back(to: "moon")), to: run.number)
    try await worker.runUntilIdle()
    #expect(try await life.course(of: run.number) == ["began", "a#1 -> wait", "waits at wait", "back(to: \"moon\")"])
    #expect(try await run.summary().state == .waiting(until: nil, for: ["Shipped"]))
  }

  @Test func `a step that is gone`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await run.send(Shipped(tracking: "1Z"))
    let other = try textFlow {
      append("b")
      append("c")
    }
    try await life.worker(other).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked(
          """
          Run 1 stands at 'wait', which the chain does not have; known are: b, c. The step that goes on there is declared with \
          renamed(from: "wait").
          """))
    // Under a definition that fits, it goes on.
    try await run.retry()
    let renamed = try textFlow {
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "arrived").renamed(from: "wait")
    }
    try await life.worker(renamed).runUntilIdle()
    #expect(
      try await life.course(of: run.number).suffix(4) == [
        "retry", "moved from wait to arrived", "wait#1 -> end", "completed",
      ])
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `a worker that doesn't fit gives the run back untouched`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await run.send(Shipped(tracking: "1Z"))
    let events = LockedList<String>()
    let old = life.worker(try textFlow { append("b") }, misfitGrace: .seconds(60)) { events.append("\($0)") }
    try await old.runUntilIdle()
    #expect(
      events.all == [
        """
        Run 1 was given back: Run 1 stands at 'wait', which the chain does not have; known are: b. The step that goes on there is \
        declared with renamed(from: "wait").
        """
      ])
    #expect(try await run.summary().state.kind == .ready)
    try await life.advance(worker, by: .seconds(5))
    #expect(try await run.outcome().words == "completed: xa")
  }

  /// Returns why a run is parked by a worker whose flow keeps another key, and takes it out of there.
  private func parked<Key: DurableKey>(_ run: DurableRun<Any, String>, by key: Key.Type) async throws -> String {
    let flow = try DurableFlow(
      FlowChain("move") { FlowStepDeclaration.waiting(.seconds(60), identifier: "wait") }, Any.self, keeping: Key.self
    ) { _ in "" }
    try await life.worker(flow).runUntilIdle()
    let summary = try await run.summary()
    guard case .parked(let reason) = summary.state else { return "It isn't parked." }
    try await run.retry()
    return reason
  }

  @Test func `a value that does not decode`() async throws {
    enum OldOrder: DurableKey {
      struct Value: Codable, Sendable { var line = "Elm Street 1" }
      static let name = "Address"
    }
    enum Address: DurableKey {
      struct Value: Codable, Sendable { var street: String }
    }
    enum Upgraded: DurableKey {
      struct Value: Codable, Sendable { var street: String }
      static let name = "Address"
      static let version = 2
      static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
        ["street": try JSONElement(old)["street"].requiredValue()]
      }
    }
    let old = try DurableFlow(
      FlowChain("move") {
        FlowStepDeclaration(Any.self, OldOrder.Value.self, identifier: "ask") { _, _ in OldOrder.Value() }.keeping(
          OldOrder.self)
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      }, Any.self, keeping: OldOrder.self
    ) { $0[OldOrder.self]?.line }
    let worker = life.worker(old)
    let run = try await worker.start(old)
    try await worker.runUntilIdle()
    life.clock.advance(by: .seconds(60))
    #expect(
      try await parked(run, by: Address.self)
        == """
        Run 1 keeps Address of version 1, which does not decode at $.street: there is no value. Address needs version 2, with \
        upgraded(_:from:) that accepts what version 1 has stored.
        """)
    #expect(
      try await parked(run, by: Upgraded.self)
        == """
        Run 1 keeps Address of version 1, and its upgrade to version 2 fails at $.street: there is no value. \
        Address.upgraded(_:from:) must accept what version 1 has stored.
        """)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: Elm Street 1")
  }

  @Test func `the reason quotes nothing of the value`() async throws {
    enum OldOrder: DurableKey {
      struct Value: Codable, Sendable { var line = "Elm Street 1" }
      static let name = "Address"
    }
    enum Kind: String, Codable { case home }
    enum Narrow: DurableKey {
      struct Value: Codable, Sendable { var line: Kind }
      static let name = "Address"
    }
    struct Unknown: Error { let line: String }
    enum Throwing: DurableKey {
      typealias Value = String
      static let name = "Address"
      static let version = 2
      static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
        throw Unknown(line: try JSONElement(old)["line"].string())
      }
    }
    enum Counting: DurableKey {
      typealias Value = Int
      static let name = "Address"
      static let version = 2
      static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
        .integer(Int64(try JSONElement(old)["line"].integer()))
      }
    }
    let old = try DurableFlow(
      FlowChain("move") {
        FlowStepDeclaration(Any.self, OldOrder.Value.self, identifier: "ask") { _, _ in OldOrder.Value() }.keeping(
          OldOrder.self)
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      }, Any.self, keeping: OldOrder.self
    ) { $0[OldOrder.self]?.line }
    let worker = life.worker(old)
    let run = try await worker.start(old)
    try await worker.runUntilIdle()
    life.clock.advance(by: .seconds(60))
    let upgrade = "Run 1 keeps Address of version 1, and its upgrade to version 2 fails at"
    let advice = "Address.upgraded(_:from:) must accept what version 1 has stored."
    #expect(
      try await parked(run, by: Narrow.self)
        == """
        Run 1 keeps Address of version 1, which does not decode at $.line: the value is not valid. Address needs version 2, with \
        upgraded(_:from:) that accepts what version 1 has stored.
        """)
    #expect(try await parked(run, by: Throwing.self) == "\(upgrade) $: Unknown was thrown. \(advice)")
    #expect(try await parked(run, by: Counting.self) == "\(upgrade) $.line: expected an integer. \(advice)")
  }

  @Test func `a newer version of a value`() async throws {
    enum Newer: DurableKey {
      typealias Value = String
      static let name = "TheText"
      static let version = 3
    }
    let newer = try DurableFlow(
      FlowChain("text") {
        append("a").keeping(Newer.self)
        append("b")
      }, String.self, keeping: Newer.self
    ) { $0[Newer.self] }
    let store = CrashingStore(life.store, dyingAfter: 1)
    let worker = life.worker(newer, on: store)
    let run = try await worker.start(newer, "x")
    await #expect(throws: StoreError.closed) { try await worker.runUntilIdle() }
    life.clock.advance(by: life.lease)
    try await life.worker(
      try textFlow {
        append("a"); append("b")
      }
    ).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("Run 1 keeps TheText of version 3, and this program knows version 1."))
  }

  @Test func `what leads to a step that takes something else now`() async throws {
    let flow = try textFlow {
      append("a")
      append("b")
    }
    let store = CrashingStore(life.store, dyingAfter: 1)
    let run = try await life.worker(flow, on: store).start(flow, "x")
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    life.clock.advance(by: life.lease)
    let other = try DurableFlow(
      FlowChain("text") {
        FlowStepDeclaration(Any.self, Int.self, identifier: "a") { _, _ in 1 }
        FlowStepDeclaration(Int.self, Int.self, identifier: "b") { _, _ in 1 }
      }, String.self
    ) { _ in 1 }
    try await life.worker(other).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("Run 1 stands at 'b', which takes Int, and the result of 'a' does not decode at $: expected Int."))
  }

  @Test func `a record of an unknown kind`() async throws {
    let flow = try waiting()
    let run = try await life.worker(flow).start(flow, "x")
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append(
      [FlowRecord(.unknown(["teleported": "moon"]))], to: claimed[0], then: .release(after: .zero))
    try await life.worker(flow).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("Record 'teleported' is of a kind that this program doesn't know. A newer one has written it."))
  }

  @Test func `a snapshot that can't be read`() async throws {
    let flow = try waiting()
    let run = try await life.worker(flow).start(flow, "x")
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    _ = try await life.store.append(
      [FlowRecord(.snapshot(.init(["flow": 1], step: nil)))], to: claimed[0], then: .release(after: .zero))
    try await life.worker(flow).runUntilIdle()
    #expect(
      try await run.summary().state
        == .parked("The snapshot of run 1 can't be read. At $.flow: expected a string, found the integer 1."))
  }

  @Test func `a run whose workers die five times`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let flow = try textFlow {
      append("a")
      text("poison") { text, _ in
        dying.withLock { $0?.die() }
        return text
      }
    }
    let run = try await life.worker(flow).start(flow, "x")
    // The first worker records a step before it dies.
    for _ in 0..<6 {
      let store = CrashingStore(life.store)
      dying.withLock { $0 = store }
      await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
      life.clock.advance(by: life.lease)
    }
    try await life.worker(flow).runUntilIdle()
    let reason =
      "Claimed 5 times without a record, at step 'poison'. Its workers have died, or lost their leases."
    #expect(try await run.summary().state == .parked(reason))
    #expect(await message { try await run.outcome() } == "Run 1 is parked: \(reason)")
    dying.withLock { $0 = nil }
    try await run.retry()
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: nothing")
  }

  @Test func `a value that is too big fails its step, and a route can catch that`() async throws {
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
    // What the failed step kept is what it was.
    #expect(try await run.outcome().words == "completed: xfirst")
    let records = try await store.records(of: run.number, after: 0, limit: .max)
    guard case .settled(let failed) = records[2].body, case .settled(let sorry) = records[3].body else {
      Issue.record("\(records)")
      return
    }
    #expect(failed.failure?.text == "The result of step 'grow' has 202 bytes as JSON, and 100 are allowed.")
    #expect(sorry.result == "The result of step 'grow' has 202 bytes as JSON, and 100 are allowed.")
    #expect(
      await message { try await worker.start(flow, String(repeating: "a", count: 200)) }
        == "The content of flow 'text' has 202 bytes as JSON, and 100 are allowed.")
    let alone = try textFlow("alone") { text("grow") { _, _ in String(repeating: "a", count: 200) } }
    let other = life.worker(alone, on: store)
    let big = try await other.start(alone, "x")
    try await other.runUntilIdle()
    #expect(
      try await big.outcome().words
        == "failed: Step 'grow' failed: The result of step 'grow' has 202 bytes as JSON, and 100 are allowed.")
  }

  @Test func `text with many combining marks is kept in a journal, and text with too many fails its step`() async throws
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
      await message { try await worker.start(flow, "x", key: marks(1_001)) }
        == "The key of a run of flow 'text' can't be stored: it has more than 1000 combining marks in a row.")
    try await store.close()
    store = try FileStore(at: folder.file(), timed: life.clock)
    worker = life.worker(flow, on: store)
    let outcomes = [
      try await worker.find(flow, key: marks(140)).outcome().words,
      try await worker.find(flow, key: "long").outcome().words,
    ]
    #expect(
      outcomes == [
        "failed: Step 'b' failed: \(marks(140))a",
        "failed: Step 'b' failed: A value in record 'settled' can't be stored: it has more than 1000 combining marks in a row.",
      ])
    #expect(try await store.runs(RunQuery(states: [.parked]), after: nil, limit: 9).isEmpty)
  }

  @Test func `a value that can't be written fails its step`() async throws {
    let flow = try DurableFlow(
      FlowChain("sum") { FlowStepDeclaration(Any.self, Double.self, identifier: "add") { _, _ in .infinity } }, Any.self
    ) { _ in 1 }
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    let words = try await run.outcome().words
    #expect(
      words.hasPrefix("failed: Step 'add' failed: The result of step 'add' can't be stored: Double fails at $: "),
      "\(words)")
  }

  @Test func `a message that does not decode fails its step`() async throws {
    let flow = try waiting()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    _ = try await life.store.send(FlowMessage(.message(name: "Shipped", body: ["track": 1])), to: run.number)
    try await worker.runUntilIdle()
    #expect(
      try await run.outcome().words
        == "failed: Step 'wait' failed: Message 1 'Shipped' does not decode as Shipped at $.tracking: there is no value."
    )
  }

  @Test func `more messages than the store allows`() async throws {
    var limits = StoreLimits()
    limits.messages = 2
    let store = MemoryStore(timed: life.clock, limits: limits)
    let flow = try waiting()
    let run = try await life.worker(flow, on: store).start(flow, "x")
    for _ in 0..<2 { try await run.send(Shipped(tracking: "1Z")) }
    #expect(
      await message { try await run.send(Shipped(tracking: "1Z")) }
        == "2 messages wait in run 1, and no more are allowed.")
  }

  @Test func `more commands than the store allows`() async throws {
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
        await message { try await store.send(FlowMessage(.back(to: "4")), to: run) }
          == "3 messages wait in run 1, and no more are allowed.")
      // Who wants to end the run or go on with it isn't kept from it.
      #expect(try await store.send(FlowMessage(.cancel), to: run) == .delivered(4))
      #expect(try await store.send(FlowMessage(.retry), to: run) == .delivered(5))
    }
  }

  @Test func `a store that is full for a while holds the runs`() async throws {
    let store = FullStore(life.store)
    let events = LockedList<String>()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow, on: store) { events.append("\($0)") }
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    while events.all.isEmpty { await Task.yield() }
    #expect(
      events.all == [
        "The store failed, and the worker tries again: Can't write 'orders.journal': No space left on device."
      ])
    store.isFull.store(false, ordering: .releasing)
    while life.clock.timerCount < 2 { await Task.yield() }
    life.clock.advance(by: .seconds(1))
    try await working.value
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `a key that is not kept traps when it is set`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      enum Forgotten: FlowContextKey<String> {}
      let store = MemoryStore()
      let set = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
        FlowStep(String.self, String.self, identifier: "a") { step in
          step.context[Forgotten.self] = "b"
          return nil
        }
      }
      let flow = try textFlow { set }
      let worker = FlowWorker(store, running: [flow])
      _ = try await worker.start(flow, "x")
      try await worker.runUntilIdle()
    }
    expectSaid(
      result,
      """
      A step of flow 'text' sets the value of 'Forgotten', which the durable flow does not keep. The value would be lost when the \
      run goes on in another process. Add the key to 'keeping'.
      """)
  }

  @Test func `a completion closure that sets the next step traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let set = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
        FlowStep(String.self, String.self, identifier: "a") { _ in
          nil
        } _: { step, _ in
          step.nextStep = FlowStep(Any.self, Void.self, identifier: "b") { _ in nil }
        }
      }
      let flow = try textFlow { set }
      let worker = FlowWorker(MemoryStore(), running: [flow])
      _ = try await worker.start(flow, "x")
      try await worker.runUntilIdle()
    }
    expectSaid(result, "Step 'a' is declared in a chain, and a closure sets a next step of its own.")
  }

  @Test func `awaiting a message in a run that isn't durable traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = try Flow(
        FlowChain("text") { FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait") }, Any.self, Any.self)
      _ = try flow.runAndWait()
    }
    expectSaid(
      result,
      "Step 'wait' awaits the message 'Shipped', which only a durable run receives. Run its chain with a FlowWorker.")
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
      throw .system(file: "orders.journal", action: "write", reason: "No space left on device")
    }
    return try await store.append(records, to: run, then: disposition)
  }
}
