import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A run that has failed or was cancelled can continue after all (law D16).
struct BeginningAgainTests {
  private let life = DurableLife()
  private let trace = Trace()
  private let bank = Bank()

  private final class Bank: Sendable {
    let isAway = Locked(true)
  }

  /// Returns a flow whose step `c` fails while the bank is away. Each step notes its key.
  private func flow(undoing: UndoOccasions) throws -> DurableFlow<String, String> {
    let (trace, bank) = (trace, self.bank)
    func step(_ name: String) -> FlowStepDeclaration<String, String> {
      text(name) { text, visit in
        trace.note("\(visit.key) \(text)")
        return text + name
      }.undoing { _, visit in trace.note(visit.key) }
    }
    return try textFlow(undoing: undoing) {
      step("a").keeping(TheText.self)
      step("b").keeping(TheText.self)
      text("c") { text, visit in
        trace.note("\(visit.key) \(text)")
        if bank.isAway.withLock({ $0 }) { throw TestError("away") }
        return text + "c"
      }.keeping(TheText.self)
    }
  }

  private func failed(
    undoing: UndoOccasions
  ) async throws -> (FlowWorker, DurableRun<String, String>) {
    let flow = try flow(undoing: undoing)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "failed: Step 'c' failed: away")
    bank.isAway.withLock { $0 = false }
    trace.take()
    return (worker, run)
  }

  @Test func `A failed run begins the failed step again, under a new key`() async throws {
    let (worker, run) = try await failed(undoing: [])
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(trace.lines == ["text/k/c#2 xab"])
    #expect(
      try await life.course(of: run.number) == [
        "began", "a#1 -> b", "b#1 -> c", "c#1 failed: away -> end", "failed: away", "retry", "c#2 -> end", "completed",
      ])
  }

  @Test func `A failed run that has undone its visits begins at the earliest of them`() async throws {
    let (worker, run) = try await failed(undoing: .all)
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(trace.lines == ["text/k/a#2 x", "text/k/b#2 xa", "text/k/c#2 xab"])
  }

  @Test func `A run that fails again after a retry can be retried again`() async throws {
    let (worker, run) = try await failed(undoing: [])
    bank.isAway.withLock { $0 = true }
    for _ in 0..<2 {
      try await run.retry()
      try await worker.runUntilIdle()
    }
    #expect(try await run.outcome().words == "failed: Step 'c' failed: away")
    bank.isAway.withLock { $0 = false }
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(trace.lines == ["text/k/c#2 xab", "text/k/c#3 xab", "text/k/c#4 xab"])
  }

  @Test func `A retry from an earlier step undoes what came after, and visits it again`() async throws {
    let (worker, run) = try await failed(undoing: [])
    try await run.retry(from: "b")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(trace.lines == ["text/k/b#1/undo", "text/k/b#2 xa", "text/k/c#2 xab"])
  }

  @Test func `A retry from the step where the run has ended is a retry`() async throws {
    let (worker, run) = try await failed(undoing: [])
    try await run.retry(from: "c")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
  }

  @Test func `A retry from a step without a visit is refused`() async throws {
    let (_, run) = try await failed(undoing: .all)
    #expect(
      await refusal { try await run.retry(from: "b") } == "Run 1 cannot go back to 'b'; it remembers no earlier step.")
    #expect(try await run.summary().state == .ended(.failed))
  }

  @Test func `A failed run goes back`() async throws {
    let (worker, run) = try await failed(undoing: [])
    try await run.goBack(to: "a")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(
      trace.lines == [
        "text/k/b#1/undo", "text/k/a#1/undo", "text/k/a#2 x", "text/k/b#2 xa", "text/k/c#2 xab",
      ])
  }

  @Test func `A command that changes nothing leaves a failed run its outcome`() async throws {
    let (worker, run) = try await failed(undoing: [])
    _ = try await life.store.send(FlowMessage(.back(to: "moon")), to: run.number)
    try await worker.runUntilIdle()
    #expect(try await life.course(of: run.number).last == #"back(to: "moon")"#)
    #expect(try await run.outcome().words == "failed: Step 'c' failed: away")
    #expect(try await run.outcome(within: .zero)?.words == "failed: Step 'c' failed: away")
  }

  @Test func `A failed run that is cancelled undoes what it had not undone`() async throws {
    let (worker, run) = try await failed(undoing: .onCancel)
    try await run.cancel()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "cancelled")
    #expect(trace.lines == ["text/k/b#1/undo", "text/k/a#1/undo"])
    await #expect(throws: StoreError.runEnded(run.number)) { try await run.cancel() }
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
  }

  @Test func `A cancelled run continues with a new visit of the step that was at work`() async throws {
    let (began, trace) = (AsyncSignal(), trace)
    let flow = try textFlow {
      text("a") { text, visit in
        trace.note(visit.key)
        began.send()
        if visit.key.hasSuffix("#1") { try await Task.sleep(for: .seconds(3_600)) }
        return text + "a"
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    try await run.cancel()
    life.clock.advance(by: .seconds(10))
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.outcome().words == "cancelled")
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
    #expect(trace.lines == ["text/k/a#1", "text/k/a#2"])
  }

  @Test func `A completed run refuses to be retried`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    let sentence = "Run 1 has ended, so it receives no messages."
    #expect(await refusal { try await run.retry() } == sentence)
    #expect(await refusal { try await run.retry(from: "a") } == sentence)
    #expect(await refusal { try await run.goBack(to: "a") } == sentence)
  }

  @Test func `A process that dies after the decision doesn't lose it`() async throws {
    let (_, run) = try await failed(undoing: .all)
    try await run.retry()
    let flow = try flow(undoing: .all)
    for records in 1...6 {
      let store = CrashingStore(life.store, dyingAfter: records)
      try? await life.worker(flow, on: store).runUntilIdle()
      life.clock.advance(by: life.lease)
    }
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: xabc")
    #expect(Set(trace.lines) == ["text/k/a#2 x", "text/k/b#2 xa", "text/k/c#2 xab"])
  }

  @Test func `The events of a run show that it continued`() async throws {
    let (worker, run) = try await failed(undoing: [])
    try await run.retry()
    try await worker.runUntilIdle()
    let events = try await run.summary().events(from: try await life.records(of: run.number))
    let kinds = events.map { "\($0.kind)" }
    #expect(kinds.contains("runResumed"))
    #expect(kinds.count { $0.hasPrefix("runEnded") } == 2)
  }
}
