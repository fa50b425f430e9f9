import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The laws of durable runs that a worker keeps. Each test names its law.
struct DurabilityLawTests {
  private let life = DurableLife()
  private let trace = Trace()

  @Test func `D1: The next step starts when the record of the one before is durable`() async throws {
    let store = SlowStore(life.store)
    let flow = try textFlow {
      append("a")
      text("b") { [trace] text, _ in
        trace.note("b starts")
        return text
      }
    }
    let worker = life.worker(flow, on: store)
    _ = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await store.arrival()
    // A step that didn't wait would start meanwhile.
    for _ in 0..<2_000 { await Task.yield() }
    trace.note("the record of a is durable")
    store.release()
    try await store.arrival()
    #expect(trace.lines == ["the record of a is durable", "b starts"])
    store.release()
    try await working.value(orSay: "The worker did not end")
  }

  @Test func `D2: A visit has one key in all its attempts`() async throws {
    let trace = trace
    let dying = Locked<CrashingStore?>(nil)
    let flow = try textFlow {
      text("a") { text, visit in
        trace.note("\(visit.key), attempt \(visit.attempt)")
        dying.withLock { $0?.die() }
        return text
      }
    }
    for _ in 0..<3 {
      let store = CrashingStore(life.store)
      dying.withLock { $0 = store }
      let worker = life.worker(flow, on: store)
      _ = try await worker.start(flow, "x", key: "k")
      await #expect(throws: StoreError.closed) { try await worker.runUntilIdle() }
      life.clock.advance(by: life.lease)
    }
    dying.withLock { $0 = nil }
    try await life.worker(flow).runUntilIdle()
    #expect(
      trace.lines == [
        "text/k/a#1, attempt 1", "text/k/a#1, attempt 2", "text/k/a#1, attempt 3", "text/k/a#1, attempt 4",
      ])
  }

  @Test func `D3: A worker whose lease was taken over records nothing`() async throws {
    let (trace, began, go) = (trace, AsyncSignal(), AsyncSignal())
    let isSlow = Locked(true)
    let flow = try textFlow {
      text("a") { text, visit in
        guard isSlow.withLock({ exchange(&$0, false) }) else { return "quick" }
        began.send()
        try await go.wait(orSay: "The test did not let the work end")
        trace.note("the slow work ends")
        return "slow"
      }.keeping(TheText.self)
    }
    // The clock of the slow worker stands still, so it extends no lease.
    let slow = life.worker(flow, atOnce: 1, timed: ManualClock()) { event in trace.note("\(event)") }
    let run = try await slow.start(flow, "x")
    let working = Task { try await slow.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: quick")
    go.send()
    try await working.value(orSay: "The worker did not end")
    #expect(trace.lines == ["the slow work ends", "Run 1 was taken over by another worker."])
    #expect(try await life.course(of: run.number) == ["began", "a#1 -> end", "completed"])
  }

  @Test func `D3: A lease that is extended is kept`() async throws {
    let (began, go) = (AsyncSignal(), AsyncSignal())
    let flow = try textFlow {
      text("a") { text, _ in
        began.send()
        try await go.wait(orSay: "The test did not let the work end")
        return text
      }
    }
    // The store has alarms too, so the worker has a clock of its own.
    let clock = ManualClock()
    let worker = life.worker(flow, timed: clock)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    for _ in 0..<10 {
      let until = try await run.summary().heldUntil
      // A clock that advances before the worker has set its alarm would pass it.
      try await patiently("The worker set no alarm") { clock.nextTimer == clock.now + life.lease / 3 }
      life.clock.advance(by: .seconds(10))
      clock.advance(by: .seconds(10))
      try await patiently("The lease was not extended") { try await run.summary().heldUntil != until }
    }
    go.send()
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.outcome().words == "completed: nothing")
    #expect(try await life.records(of: run.number).count == 3)
  }

  @Test func `D4: A lease that has run out is due for any worker`() async throws {
    let flow = try textFlow { append("a") }
    _ = try await life.worker(flow).start(flow, "x")
    let claimed = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: life.lease))
    #expect(claimed.count == 1)
    let other = life.worker(flow)
    try await other.runUntilIdle()
    #expect(try await life.records(of: claimed[0].run).count == 1)
    try await life.advance(other, by: life.lease)
    #expect(try await life.course(of: claimed[0].run) == ["began", "a#1 -> end", "completed"])
  }

  @Test func `D5: A message that arrives while the run goes to rest is not lost`() async throws {
    let bank = Bank()
    let order = try orderFlow(bank: bank, mail: Mail())
    let store = BusyStore(life.store) { store, run in
      let shipped = FlowMessage(.message(name: "Shipped", body: ["tracking": "1Z"]), key: "once")
      _ = try? await store.send(shipped, to: run)
    }
    let worker = life.worker(order, on: store)
    let run = try await worker.start(order, Order(id: "1", cents: 1))
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "cool off")
  }

  @Test func `D6: Timers follow the clock of the store`() async throws {
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
    }
    // The worker's own clock advances by years.
    let fast = ManualClock()
    let worker = life.worker(flow, timed: fast)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    fast.advance(by: days(3_650))
    try await worker.runUntilIdle()
    #expect(try await run.summary().state.kind == .waiting)
    try await life.advance(worker, by: .seconds(59))
    #expect(try await run.summary().state.kind == .waiting)
    try await life.advance(worker, by: .seconds(1))
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `D7: The next step sees the recorded values`() async throws {
    struct Lossy: Codable, Sendable {
      var kept = ""
      var lost = "lost"

      enum CodingKeys: CodingKey { case kept }

      init(_ kept: String, _ lost: String) {
        self.kept = kept
        self.lost = lost
      }

      init(from decoder: any Decoder) throws {
        kept = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kept)
      }
    }
    enum TheLossy: DurableKey { typealias Value = Lossy }
    let trace = trace
    let make = FlowStepDeclaration(Any.self, Lossy.self, identifier: "make") { _, _ in Lossy("a", "b") }
      .keeping(TheLossy.self)
    let see = FlowStepDeclaration(Lossy.self, Lossy.self, identifier: "see") { lossy, _ in
      trace.note("\(lossy?.kept ?? "-") \(lossy?.lost ?? "-")")
      return lossy
    }
    let again = FlowStepDeclaration(Lossy.self, Void.self, identifier: "again") { lossy, _ in
      trace.note("\(lossy?.kept ?? "-") \(lossy?.lost ?? "-")")
    }.taking(TheLossy.self)
    let flow = try DurableFlow(
      FlowChain("lossy") {
        make; see; again
      }, Any.self, keeping: TheLossy.self
    ) { context in
      context[TheLossy.self]?.lost
    }
    let worker = life.worker(flow)
    _ = try await worker.start(flow)
    try await worker.runUntilIdle()
    #expect(trace.lines == ["a lost", "a lost"])
  }

  @Test func `D8: A worker that stops lets its step end, and gives the run back`() async throws {
    let (began, go) = (AsyncSignal(), AsyncSignal())
    let flow = try textFlow {
      text("a") { text, _ in
        began.send()
        try await go.wait(orSay: "The test did not let the work end")
        return text
      }
      append("b")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.run() }
    try await began.wait(orSay: "The work did not begin")
    let stopping = Task { await worker.stop() }
    try await patiently("The worker did not begin to stop") { await worker.isStopping }
    go.send()
    try await stopping.value(orSay: "The worker did not stop")
    try await working.value(orSay: "The worker did not end")
    #expect(try await life.course(of: run.number) == ["began", "a#1 -> b"])
    #expect(try await run.summary().state.kind == .ready)
    #expect(try await run.summary().attempts == 0)
  }

  @Test func `D8: A step that doesn't end in its grace starts again elsewhere, and nothing is recorded`() async throws {
    let (trace, began) = (trace, AsyncSignal())
    let flow = try textFlow {
      text("a") { text, visit in
        trace.note("attempt \(visit.attempt)")
        guard trace.lines.count == 1 else { return text }
        began.send()
        do { try await Task.sleep(for: .seconds(3_600)) } catch {
          trace.note("stopped")
          throw error
        }
        return text
      }
    }
    let recorder = FlowRecorder()
    let watched = flow.observed(by: recorder)
    let worker = life.worker(watched)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.run() }
    try await began.wait(orSay: "The work did not begin")
    await worker.stop(grace: .zero)
    try await working.value(orSay: "The worker did not end")
    #expect(try await life.course(of: run.number) == ["began"])
    #expect(recorder.lines.last == "text#1 set aside")
    try await life.worker(flow).runUntilIdle()
    // It was released, so the attempt is not counted.
    #expect(trace.lines == ["attempt 1", "stopped", "attempt 1"])
    #expect(try await run.outcome().words == "completed: nothing")
  }

  @Test func `D9: Visits are undone latest first, each with a record`() async throws {
    let trace = trace
    func undoable(_ name: String) -> FlowStepDeclaration<String, String> {
      append(name).undoing { result, visit in trace.note("undo \(result ?? "-") \(visit.key)") }
    }
    let flow = try textFlow {
      undoable("a")
      undoable("b")
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await run.goBack(to: "a")
    try await worker.runUntilIdle()
    #expect(trace.lines == ["undo xab text/k/b#1/undo", "undo xa text/k/a#1/undo"])
    #expect(
      try await life.course(of: run.number) == [
        "began", "a#1 -> b", "b#1 -> wait", "waits at wait", "back to a", "undone b#1", "undone a#1", "a#2 -> b",
        "b#2 -> wait", "waits at wait",
      ])
  }

  @Test func `D11: A chain that loops stays small`() async throws {
    let flow = try DurableFlow(
      FlowChain("loop") {
        FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _ in
          let step = FlowStep(Any.self, Int.self, identifier: "count") { step in
            let handler = FlowStepHandler(Any.self, Int.self)
            handler.complete((step.context[TheCount.self] ?? 0) + 1)
            return handler
          }
          return step
        }.keeping(TheCount.self).branching(["again": .step("count"), "enough": .end]) {
          $0 == 1_000 ? "enough" : "again"
        }
      }, Any.self, keeping: TheCount.self
    ) { $0[TheCount.self] }.remembering(visits: 10)
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: 1000")
    let records = try await life.records(of: run.number)
    #expect(records.count <= 102)
    #expect(try await run.summary().lastRecord > 1_000)
    guard case .snapshot(let snapshot)? = records.first?.body else {
      Issue.record("There is no snapshot.")
      return
    }
    #expect(snapshot.state.jsonText.utf8.count < 2_000)
  }
}

private enum TheCount: DurableKey { typealias Value = Int }

extension RunSummary {
  fileprivate var heldUntil: StoreTime? {
    if case .held(let until, _) = state { until } else { nil }
  }
}

private func exchange(_ value: inout Bool, _ other: Bool) -> Bool {
  defer { value = other }
  return value
}
