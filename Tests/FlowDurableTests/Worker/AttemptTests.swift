import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The number of times that the work of a visit has started, and what may start it again.
struct AttemptTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Lets the process die three times in the step `b`, and then lets it end.
  private func die(in flow: DurableFlow<String, String>, _ dying: borrowing Locked<CrashingStore?>) async throws {
    _ = try await life.worker(flow).start(flow, "x", key: "k")
    for _ in 0..<3 {
      let store = CrashingStore(life.store)
      dying.withLock { $0 = store }
      await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
      life.clock.advance(by: life.lease)
    }
    dying.withLock { $0 = nil }
    try await life.worker(flow).runUntilIdle()
  }

  @Test func `Attempts are counted even for a step that began right after another one`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let trace = trace
    let flow = try textFlow {
      append("a")
      text("b") { text, visit in
        trace.note("\(visit.key), attempt \(visit.attempt)")
        dying.withLock { $0?.die() }
        return text
      }
      text("c") { text, visit in
        trace.note("\(visit.key), attempt \(visit.attempt)")
        return text
      }
    }
    try await die(in: flow, dying)
    #expect(
      trace.lines == [
        "text/k/b#1, attempt 1", "text/k/b#1, attempt 2", "text/k/b#1, attempt 3", "text/k/b#1, attempt 4",
        "text/k/c#1, attempt 1",
      ])
  }

  @Test func `Attempts are counted across a snapshot`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let trace = trace
    let count = FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _, visit in
      trace.note("\(visit.key), attempt \(visit.attempt)")
      if visit.key.hasSuffix("#101") { dying.withLock { $0?.die() } }
      return trace.lines.count
    }.branching(["again": .step("count"), "enough": .end]) { $0 ?? 0 > 103 ? "enough" : "again" }
    let flow = try DurableFlow(FlowChain("text") { count }, String.self) { _ in "" }
    try await die(in: flow, dying)
    #expect(
      trace.lines.suffix(5) == [
        "text/k/count#100, attempt 1", "text/k/count#101, attempt 1", "text/k/count#101, attempt 2",
        "text/k/count#101, attempt 3", "text/k/count#101, attempt 4",
      ])
  }

  @Test func `A step that begins after a wait begins with the first attempt`() async throws {
    let trace = trace
    let flow = try textFlow {
      append("a")
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      FlowStepDeclaration(Any.self, String.self, identifier: "b") { _, visit in
        trace.note("attempt \(visit.attempt)")
        return ""
      }
    }
    let worker = life.worker(flow)
    _ = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await life.advance(worker, by: .seconds(60))
    #expect(trace.lines == ["attempt 1"])
  }

  @Test(arguments: [FlowMessage(.retry), FlowMessage(.back(to: "moon")), FlowMessage(.back(to: "b"))])
  func `A command that changes nothing doesn't disturb the step at work`(command: FlowMessage) async throws {
    let (began, go, trace) = (AsyncSignal(), AsyncSignal(), trace)
    let flow = try textFlow {
      append("a")
      text("b") { text, _ in
        trace.note("b works")
        began.send()
        try await go.wait(orSay: "The test did not let the work end")
        return text + "b"
      }.atMostOnce().keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    _ = try await life.store.send(command, to: run.number)
    try await life.beat(run)
    go.send()
    try await working.value(orSay: "The worker did not end")
    #expect(trace.lines == ["b works"])
    #expect(
      try await life.course(of: run.number) == ["began", "a#1 -> b", "started b#1", "b#1 -> wait", "waits at wait"])
    // The command was taken, so another one of its kind counts.
    #expect(try await run.summary().waitingMessages == 0)
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xab")
  }

  @Test func `A second command to a run that works is noticed too`() async throws {
    let (first, second) = (AsyncSignal(), AsyncSignal())
    let flow = try textFlow {
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
      FlowStepDeclaration(Any.self, String.self, identifier: "b") { _, _ in
        first.send()
        try await second.wait(orSay: "The test did not let the work go on")
        try await Task.sleep(for: .seconds(3_600))
        return ""
      }
    }
    // The lease is so long that only a look for messages finds the command.
    let worker = FlowWorker(life.store, running: [flow], lease: aDay)
    let run = try await worker.start(flow, "x")
    try await run.send(Shipped(tracking: "1Z"))
    let working = Task { try await worker.run() }
    try await first.wait(orSay: "The work did not begin")
    second.send()
    // As many messages wait as when the worker has claimed the run.
    try await run.cancel()
    #expect(try await run.outcome().words == "cancelled")
    working.cancel()
    try await working.value(orSay: "The worker did not end")
  }
}
