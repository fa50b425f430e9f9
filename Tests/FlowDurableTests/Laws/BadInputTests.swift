import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// D10, and bad input: an error or a parked run with a full sentence, word for word. Nothing is lost, and nothing traps by data.
struct BadInputTests {
  private let life = DurableLife()

  @Test func `Finding a run that doesn't exist returns nil`() async throws {
    let flow = try waitingFlow()
    let worker = life.worker(flow)
    #expect(try await worker.find(flow, key: "moon") == nil)
    #expect(try await worker.find(flow, number: RunNumber(rawValue: 99)) == nil)
    // A run of another flow isn't one of this flow.
    let other = try await worker.start(try waitingFlow("other"), "x", key: "moon")
    #expect(try await worker.find(flow, key: "moon") == nil)
    #expect(try await worker.find(flow, number: other.number) == nil)
    let run = try await worker.start(flow, "x", key: "moon")
    #expect(try await worker.find(flow, key: "moon")?.number == run.number)
    let found = try #require(try await worker.find(flow, number: run.number))
    #expect(found.description == "text/moon")
    #expect(!found.isNew)
  }

  @Test func `A run that has ended refuses messages and commands`() async throws {
    let flow = try textFlow { append("a") }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    let sentence = "Run 1 has ended, so it receives no messages."
    #expect(await refusal { try await run.send(Shipped(tracking: "1Z"), checked: false) } == sentence)
    #expect(await refusal { try await run.cancel() } == sentence)
    #expect(await refusal { try await run.goBack(to: "a") } == sentence)
    #expect(await refusal { try await run.retry() } == sentence)
  }

  @Test func `Going back to a step that was not visited is refused`() async throws {
    let flow = try waitingFlow()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    #expect(
      await refusal { try await run.goBack(to: "a") } == "Run 1 cannot go back to 'a'; it remembers no earlier step.")
    try await worker.runUntilIdle()
    #expect(
      await refusal { try await run.goBack(to: "moon") }
        == "Run 1 cannot go back to 'moon'; the steps that it can go back to are: a.")
    // A command that is sent directly to the store changes nothing.
    _ = try await life.store.send(FlowMessage(.back(to: "moon")), to: run.number)
    try await worker.runUntilIdle()
    #expect(try await life.course(of: run.number) == ["began", "a#1 -> wait", "waits at wait", "back(to: \"moon\")"])
    #expect(try await run.summary().state == .waiting(until: nil, for: ["Shipped"]))
  }

  @Test func `A run whose workers die five times is parked`() async throws {
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
    #expect(await refusal { try await run.outcome() } == "Run 1 is parked: \(reason)")
    dying.withLock { $0 = nil }
    try await run.retry()
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: nothing")
  }

  @Test func `A value that can't be written fails its step`() async throws {
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

  @Test func `A message that does not decode fails its step`() async throws {
    let flow = try waitingFlow()
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    _ = try await life.store.send(FlowMessage(.message(name: "Shipped", body: ["track": 1])), to: run.number)
    try await worker.runUntilIdle()
    #expect(
      try await run.outcome().words
        == "failed: Step 'wait' failed: Message 1 'Shipped' does not decode as Shipped at $.tracking: there is no value."
    )
  }

  @Test func `A key that is not kept traps when it is set`() async {
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
      run continues in another process. Add the key to 'keeping'.
      """)
  }

  @Test func `A completion closure that sets the next step traps`() async {
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

  @Test func `Awaiting a message in a run that isn't durable traps`() async {
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
