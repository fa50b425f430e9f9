import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// No two visits in the life of a store have the same key, and each attempt at a visit has the same one (law D14).
struct VisitKeyTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Returns a step that notes its key.
  private func noting(_ identifier: String) -> FlowStepDeclaration<Any, Int> {
    let trace = trace
    return FlowStepDeclaration(Any.self, Int.self, identifier: identifier) { _, visit in
      trace.note(visit.key)
      return trace.lines.count
    }
  }

  /// Returns a step that runs a nested chain.
  private func nested(
    _ identifier: String, @FlowChainBuilder _ steps: () throws -> [DeclaredStep]
  ) throws -> FlowStepDeclaration<Any, Void> {
    FlowStepDeclaration(try inner(steps), identifier: identifier)
  }

  private func inner(@FlowChainBuilder _ steps: () throws -> [DeclaredStep]) throws -> Flow<Any, Void> {
    try Flow<Any, Void>(FlowChain(identifier: "inner", steps())) { _ in }
  }

  private func flow(@FlowChainBuilder _ steps: () throws -> [DeclaredStep]) throws -> DurableFlow<Any, String> {
    try DurableFlow(FlowChain(identifier: "f", steps()), Any.self) { _ in "done" }
  }

  /// Lets a run end, and returns the keys.
  private func keys(_ flow: DurableFlow<Any, String>) async throws -> [String] {
    let worker = life.worker(flow)
    let run = try await worker.start(flow, key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: done")
    return trace.lines
  }

  @Test func `Visits of a step in a nested chain have keys of their own, the same in each attempt`() async throws {
    let dying = Locked<CrashingStore?>(nil)
    let trace = trace
    let pay = noting("pay").branching(["again": .step("pay"), "on": .next]) { $0 == 3 || $0 == 7 ? "on" : "again" }
    let last = FlowStepDeclaration(Any.self, Void.self, identifier: "last") { _, visit in
      trace.note("\(visit.key), attempt \(visit.attempt)")
      dying.withLock { $0?.die() }
    }
    let flow = try flow {
      try nested("outer") {
        pay
        last
      }
      noting("end")
    }
    _ = try await life.worker(flow).start(flow, key: "k")
    let store = CrashingStore(life.store)
    dying.withLock { $0 = store }
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    dying.withLock { $0 = nil }
    life.clock.advance(by: life.lease)
    try await life.worker(flow).runUntilIdle()
    let inner = ["f/k/outer#1/pay", "f/k/outer#1/pay#2", "f/k/outer#1/pay#3"]
    #expect(
      trace.lines == inner + ["f/k/outer#1/last, attempt 1"] + inner + ["f/k/outer#1/last, attempt 2", "f/k/end#1"])
  }

  @Test func `A nested step called undo doesn't have the key of an undo`() async throws {
    let trace = trace
    let flow = try flow {
      try nested("outer") { noting("undo") }.undoing { _, visit in trace.note("undone: \(visit.key)") }
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, key: "k")
    try await worker.runUntilIdle()
    try await run.cancel()
    try await worker.runUntilIdle()
    #expect(trace.lines == ["f/k/outer#1/undo#1", "undone: f/k/outer#1/undo"])
  }

  @Test func `Steps with one name in several nested flows and branches have keys of their own`() async throws {
    let (pay, trace) = (noting("pay"), trace)
    let pays = try inner { pay }
    let flow = try flow {
      try nested("outer") {
        try nested("one") { pay }
        try nested("two") { pay }
        FlowStepDeclaration(Any.self, [Void?].self, identifier: "both") { _ in
          FlowStep(identifier: "both", joining: [FlowStep(pays), FlowStep(pays)])
        }
        pay
      }
    }
    #expect(
      try await keys(flow).sorted() == [
        "f/k/outer#1/both/inner#1.2/pay", "f/k/outer#1/both/inner/pay", "f/k/outer#1/one/pay", "f/k/outer#1/pay",
        "f/k/outer#1/two/pay",
      ])
    #expect(Set(trace.lines).count == 5)
  }

  @Test func `A nested step has one key in all attempts of a retry`() async throws {
    let trace = trace
    let failing = FlowStepDeclaration(Any.self, Void.self, identifier: "pay") { _, visit in
      trace.note(visit.key)
      if trace.lines.count < 4 { throw TestError("declined") }
    }
    let flow = try flow {
      try nested("outer") { failing.retry(attempts: 2).timeout(.seconds(60)) }.retry(attempts: 2)
    }
    #expect(try await keys(flow) == [String](repeating: "f/k/outer#1/pay", count: 4))
  }

  @Test func `A nested flow that its failure route starts again has the keys of its first attempt`() async throws {
    let trace = trace
    let failing = FlowStepDeclaration(Any.self, Void.self, identifier: "pay") { _, visit in
      trace.note(visit.key)
      if trace.lines.count < 3 { throw TestError("declined") }
    }
    let inner = try inner { failing }
    let middle = FlowStepDeclaration(Any.self, Void.self, identifier: "middle") { _ in
      let step = FlowStep(inner, identifier: "middle")
      step.setFailure { _ in .retry(after: .zero) }
      return step
    }
    #expect(
      try await keys(try flow { try nested("outer") { middle } })
        == [String](repeating: "f/k/outer#1/middle/pay", count: 3))
  }

  @Test func `A run with the key of a removed run doesn't repeat its keys, nor the keys of its undo`() async throws {
    let trace = trace
    let flow = try flow {
      noting("charge").undoing { _, visit in trace.note(visit.key) }
      try nested("outer") { noting("pay") }
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = FlowWorker(life.store, running: [flow], keepingEnded: .zero, timed: life.clock)
    for number in 1...3 {
      let run = try await worker.start(flow, key: "k")
      #expect(run.isNew && run.number.rawValue == number)
      #expect("\(run)" == "f/k")
      try await worker.runUntilIdle()
      try await run.cancel()
      try await worker.runUntilIdle()
      try await life.advance(worker, by: days(1))
    }
    #expect(
      trace.lines == [
        "f/k/charge#1", "f/k/outer#1/pay", "f/k/charge#1/undo",
        "f/k/charge#2.1", "f/k/outer#2.1/pay", "f/k/charge#2.1/undo",
        "f/k/charge#3.1", "f/k/outer#3.1/pay", "f/k/charge#3.1/undo",
      ])
  }

  @Test func `A run keeps its keys across a snapshot`() async throws {
    let flow = try flow {
      noting("a").branching(["again": .step("a"), "on": .next]) { ($0 ?? 0) % 120 == 1 ? "on" : "again" }
    }
    let worker = FlowWorker(life.store, running: [flow], keepingEnded: .zero, timed: life.clock)
    for _ in 1...2 {
      _ = try await worker.start(flow, key: "k")
      try await worker.runUntilIdle()
      try await life.advance(worker, by: days(1))
    }
    #expect(trace.lines.last == "f/k/a#2.120")
    #expect(Set(trace.lines).count == 121)
  }
}
