import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The attempts of a step that starts again outlast the process (law D17).
struct DurableRetryTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Returns a flow whose step `charge` fails some times, and starts again after an hour.
  private func flow(
    failing failures: Int, attempts: Int = 3, backoff: Backoff = .constant(.seconds(3_600)),
    _ change: (FlowStepDeclaration<String, String>) -> FlowStepDeclaration<String, String> = { $0 }
  ) throws -> DurableFlow<String, String> {
    let trace = trace
    let charge = text("charge") { text, visit in
      trace.note("\(visit.key), attempt \(visit.attempt)")
      if trace.lines.count <= failures { throw TestError("away \(trace.lines.count)") }
      return text + "!"
    }
    return try textFlow { change(charge.keeping(TheText.self).retry(attempts: attempts, backoff: backoff)) }
  }

  @Test func `A pause of an hour outlasts the process, on the store's clock`() async throws {
    let flow = try flow(failing: 2)
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    try await life.worker(flow).runUntilIdle()
    // Each worker is the one of a new process.
    for minutes in [59, 1, 59] {
      #expect(try await run.summary().state.kind == .waiting)
      try await life.advance(life.worker(flow), by: .seconds(minutes * 60))
    }
    #expect(trace.lines == ["text/k/charge#1, attempt 1", "text/k/charge#1, attempt 2"])
    try await life.advance(life.worker(flow), by: .seconds(60))
    #expect(trace.lines.last == "text/k/charge#1, attempt 3")
    #expect(try await run.outcome().words == "completed: x!")
    let words = try await life.records(of: run.number).map(\.words)
    #expect(words[1].hasPrefix("charge#1 failed (TestError) in attempt 1, waits until "))
    #expect(words.last == "completed")
  }

  @Test func `The failure of the last attempt fails the run, or takes its route`() async throws {
    let plain = try flow(failing: 9)
    let worker = life.worker(plain)
    let run = try await worker.start(plain, "x")
    for _ in 0..<3 { try await life.advance(worker, by: .seconds(3_600)) }
    #expect(try await run.outcome().words == "failed: Step 'charge' failed: away 3")
    let routed = try textFlow("routed") {
      text("charge") { _, _ in throw TestError("away") }.retry(attempts: 2, backoff: .constant(.seconds(60)))
        .branching(["on": .end]) { _ in "on" }.catching(.failure, to: .step("sorry"))
      FlowStepDeclaration(FlowError.self, String.self, identifier: "sorry") { error, _ in
        "sorry: \((error?.rootCause as? DurableFailure)?.text ?? "-")"
      }.keeping(TheText.self)
    }
    let other = life.worker(routed)
    let second = try await other.start(routed, "x")
    try await other.runUntilIdle()
    #expect(try await second.summary().state.kind == .waiting)
    try await life.advance(other, by: .seconds(60))
    #expect(try await second.outcome().words == "completed: sorry: away")
  }

  @Test func `An attempt in which the process dies isn't a failure, and counts as an attempt`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let trace = trace
    let flow = try textFlow {
      text("charge") { text, visit in
        trace.note("attempt \(visit.attempt)")
        if let store = dying.withLock({ $0.take() }) {
          store.die()
          return text
        }
        if trace.lines.count < 4 { throw TestError("away") }
        return text + "!"
      }.keeping(TheText.self).retry(attempts: 3, backoff: .constant(.seconds(60)))
    }
    let run = try await life.worker(flow).start(flow, "x")
    try await life.worker(flow).runUntilIdle()
    let store = CrashingStore(life.store)
    dying.withLock { $0 = store }
    life.clock.advance(by: .seconds(60))
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    try await life.advance(life.worker(flow), by: .seconds(60))
    #expect(trace.lines == ["attempt 1", "attempt 2", "attempt 3", "attempt 4"])
    #expect(try await run.outcome().words == "completed: x!")
  }

  @Test func `An attempt that began at once and in which the process dies counts as an attempt`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let trace = trace
    let flow = try textFlow {
      text("charge") { text, visit in
        trace.note("attempt \(visit.attempt)")
        if trace.lines.count == 1 { throw TestError("away") }
        dying.withLock { $0.take() }?.die()
        return text
      }.keeping(TheText.self).retry(attempts: 3, backoff: .none)
    }
    let run = try await life.worker(flow).start(flow, "x")
    let store = CrashingStore(life.store)
    dying.withLock { $0 = store }
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    #expect(trace.lines == ["attempt 1", "attempt 2", "attempt 3"])
    #expect(try await run.outcome().words == "completed: x")
  }

  @Test func `Work that may start only once and was interrupted isn't tried again`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let trace = trace
    let flow = try textFlow {
      text("charge") { text, visit in
        trace.note("\(visit.key), attempt \(visit.attempt)")
        if trace.lines.count == 1 { throw TestError("away") }
        dying.withLock { $0.take() }?.die()
        return text
      }.atMostOnce().keeping(TheText.self).retry(attempts: 5, backoff: .constant(.seconds(60)))
    }
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    try await life.worker(flow).runUntilIdle()
    let store = CrashingStore(life.store)
    dying.withLock { $0 = store }
    life.clock.advance(by: .seconds(60))
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    for _ in 0..<3 { try await life.advance(life.worker(flow), by: .seconds(60)) }
    // A failure is tried again; an interruption isn't.
    #expect(trace.lines == ["text/k/charge#1, attempt 1", "text/k/charge#1, attempt 2"])
    #expect(try await run.outcome().words.hasPrefix("failed: Step 'charge' runs at most once, and its process ended "))
  }

  @Test func `Without a delay, the attempts follow at once, and a condition can end them`() async throws {
    let flow = try flow(failing: 2, backoff: .none)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x!")
    #expect(trace.lines.count == 3)
    let picky = try textFlow("picky") {
      text("a") { _, _ in throw TestError("declined") }.retry(attempts: 9) { _ in false }
    }
    let other = life.worker(picky)
    let second = try await other.start(picky, "x")
    try await other.runUntilIdle()
    #expect(try await second.outcome().words == "failed: Step 'a' failed: declined")
  }

  @Test func `A command ends the pause`() async throws {
    let flow = try flow(failing: 1)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x!")
    #expect(trace.lines == ["text/k/charge#1, attempt 1", "text/k/charge#1, attempt 2"])
    let second = try await worker.start(try self.flow(failing: 9), "x", key: "l")
    let third = life.worker(try self.flow(failing: 9))
    try await third.runUntilIdle()
    try await second.cancel()
    try await third.runUntilIdle()
    #expect(try await second.outcome().words == "cancelled")
  }

  @Test func `A retry that came during an attempt doesn't keep a later one from ending the pause`() async throws {
    let (began, go, trace) = (AsyncSignal(), AsyncSignal(), trace)
    let flow = try textFlow {
      text("charge") { text, visit in
        trace.note("attempt \(visit.attempt)")
        guard visit.attempt == 1 else { return text + "!" }
        began.send()
        try await go.wait(orSay: "The test did not let the attempt end")
        throw TestError("away")
      }.keeping(TheText.self).retry(attempts: 2, backoff: .constant(.seconds(3_600)))
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The attempt did not begin")
    try await run.retry()
    try await life.beat(run)
    go.send()
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.summary().waitingMessages == 0)
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x!")
    #expect(trace.lines == ["attempt 1", "attempt 2"])
  }

  @Test func `A time limit around the attempts keeps them in memory`() async throws {
    let flow = try flow(failing: 2, backoff: .none) { $0.timeout(.seconds(60)) }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x!")
    #expect(try await life.course(of: run.number) == ["began", "charge#1 -> end", "completed"])
  }

  @Test func `The attempts are counted across a snapshot`() async throws {
    let flow = try flow(failing: 150, attempts: 200, backoff: .none)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x!")
    #expect(trace.lines.last == "text/k/charge#1, attempt 151")
    #expect(try await life.course(of: run.number).first == "snapshot")
  }
}
