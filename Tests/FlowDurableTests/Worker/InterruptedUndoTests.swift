import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Work that was under way when a run was cancelled, failed or went back is undone, with a record.
struct InterruptedUndoTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Returns a flow whose step `b` works as `work` says. Each step notes its undo.
  private func flow(
    undoing: UndoOccasions = .all, _ work: @escaping @Sendable (String, DurableVisit) async throws -> String?
  ) throws -> DurableFlow<String, String> {
    let trace = trace
    return try textFlow(undoing: undoing) {
      append("a").undoing { result, visit in trace.note("\(visit.key) \(result ?? "-")") }.keeping(TheText.self)
      text("b", work).undoing { result, visit in trace.note("\(visit.key) \(result ?? "-")") }
        .undoingInterrupted { content, visit in trace.note("\(visit.key) interrupted \(content ?? "-")") }
        .keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
  }

  /// Lets the step `b` work until a closure has interrupted it.
  private func interrupt(
    _ body: (DurableRun<String, String>) async throws -> Void
  ) async throws -> DurableRun<String, String> {
    let began = AsyncSignal()
    let flow = try flow { text, visit in
      began.send()
      if visit.key.hasSuffix("#1") { try await Task.sleep(for: .seconds(3_600)) }
      return text + "b"
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    try await body(run)
    life.clock.advance(by: .seconds(10))
    try await working.value(orSay: "The worker did not end")
    return run
  }

  @Test func `Work that a cancellation interrupts is undone before the earlier visits`() async throws {
    let run = try await interrupt { try await $0.cancel() }
    #expect(try await run.outcome().words == "cancelled")
    #expect(trace.lines == ["text/k/b#1/undo interrupted xa", "text/k/a#1/undo xa"])
    #expect(
      try await life.course(of: run.number) == ["began", "a#1 -> b", "cancel", "undone b#1", "undone a#1", "cancelled"])
  }

  @Test func `Work that going back interrupts is undone, and its step is visited under another key`() async throws {
    let run = try await interrupt { try await $0.goBack(to: "a") }
    #expect(trace.lines == ["text/k/b#1/undo interrupted xa", "text/k/a#1/undo xa"])
    #expect(
      try await life.course(of: run.number) == [
        "began", "a#1 -> b", "back to a", "undone b#1", "undone a#1", "a#2 -> b", "b#2 -> wait", "waits at wait",
      ])
  }

  @Test func `Work that fails is undone, whether or not a route catches the failure`() async throws {
    let failing = try flow { _, _ in throw TestError("away") }
    let worker = life.worker(failing)
    let run = try await worker.start(failing, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "failed: Step 'b' failed: away")
    #expect(trace.take() == ["text/k/b#1/undo interrupted xa", "text/k/a#1/undo xa"])
    let trace = trace
    let routed = try textFlow("routed", undoing: .onCancel) {
      text("b") { _, _ in throw TestError("away") }
        .undoingInterrupted { content, visit in trace.note("\(visit.key) interrupted \(content ?? "-")") }
        .branching(["on": .end]) { _ in "on" }.catching(.failure, to: .step("wait"))
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let other = life.worker(routed)
    let second = try await other.start(routed, "x", key: "k")
    try await other.runUntilIdle()
    #expect(trace.lines == [])
    try await second.cancel()
    try await other.runUntilIdle()
    #expect(trace.lines == ["routed/k/b#1/undo interrupted x"])
  }

  @Test func `Work whose process has died is undone`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let flow = try flow { text, _ in
      dying.withLock { $0?.die() }
      return text + "b"
    }
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    let store = CrashingStore(life.store)
    dying.withLock { $0 = store }
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    dying.withLock { $0 = nil }
    try await run.cancel()
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "cancelled")
    #expect(trace.lines == ["text/k/b#1/undo interrupted xa", "text/k/a#1/undo xa"])
  }

  @Test func `Work that has not begun, and work that has completed, isn't interrupted`() async throws {
    let flow = try flow { text, _ in text + "b" }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await run.cancel()
    try await worker.runUntilIdle()
    #expect(trace.take() == ["text/k/b#1/undo xab", "text/k/a#1/undo xa"])
    let second = try await worker.start(flow, "x", key: "l")
    try await second.cancel()
    try await worker.runUntilIdle()
    #expect(trace.lines == [])
    #expect(try await life.course(of: second.number) == ["began", "cancel", "cancelled"])
  }

  @Test func `An undo that asks to go back is made once`() async throws {
    let trace = trace
    let flow = try textFlow(undoing: .all) {
      FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
        let step = FlowStep(String.self, String.self, identifier: "a") { step in
          let handler = FlowStepHandler(String.self, String.self)
          handler.complete(step.content)
          return handler
        }
        step.setUndo { step, _ in
          trace.note("undo")
          step.goBack()
        }
        return step
      }.keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await run.cancel()
    for _ in 0..<3 { try await life.advance(worker, by: .seconds(60)) }
    #expect(trace.lines == ["undo"])
    #expect(try await run.outcome().words == "cancelled")
  }

  @Test func `An undo of interrupted work that fails is tried again, and then parks the run`() async throws {
    let trace = trace
    let flow = try textFlow(undoing: .all) {
      text("b") { _, _ in throw TestError("away") }
        .undoingInterrupted { _, visit in
          trace.note("\(visit.key), attempt \(visit.attempt)")
          throw TestError("away, too")
        }
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    for _ in 0..<3 { try await life.advance(worker, by: .seconds(60)) }
    #expect(
      trace.lines == [
        "text/k/b#1/undo, attempt 1", "text/k/b#1/undo, attempt 2", "text/k/b#1/undo, attempt 3",
      ])
    #expect(
      try await run.summary().state
        == .parked("The undo of step 'b' has failed 3 times. Run 'retry' tries it again."))
  }

  @Test func `A failed run that undoes nothing continues with what its step received`() async throws {
    let isAway = LockedList<String>()
    let flow = try flow(undoing: []) { text, _ in
      guard isAway.all.isEmpty else { return text + "b" }
      isAway.append("")
      throw TestError("away")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await run.retry()
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "wait")
    try await run.goBack(to: "a")
    try await worker.runUntilIdle()
    #expect(trace.lines == ["text/k/b#2/undo xab", "text/k/b#1/undo interrupted xa", "text/k/a#1/undo xa"])
  }

  @Test func `An undo of interrupted work that the end of its worker interrupts is made again`() async throws {
    let (began, undoing) = (AsyncSignal(), AsyncSignal())
    let flow = try textFlow(undoing: .all) {
      text("b") { _, _ in
        began.send()
        try await Task.sleep(for: .seconds(3_600))
        return "b"
      }.undoingInterrupted { [trace] _, visit in
        let isFirst = trace.lines.isEmpty
        trace.note("undo begins")
        if isFirst {
          undoing.send()
          try await Task.sleep(for: .seconds(3_600))
        }
        trace.note("undo ends")
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    let working = Task { try await worker.run() }
    try await began.wait(orSay: "The work did not begin")
    try await run.cancel()
    life.clock.advance(by: .seconds(10))
    try await undoing.wait(orSay: "The undo did not begin")
    await worker.stop(grace: .zero)
    try await working.value(orSay: "The worker did not end")
    #expect(try await life.course(of: run.number) == ["began", "cancel"])
    try await life.worker(flow).runUntilIdle()
    #expect(trace.lines == ["undo begins", "undo begins", "undo ends"])
  }
}
