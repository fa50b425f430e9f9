import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The time limit of a whole run.
struct RunTimeLimitTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Returns a flow that waits for a message, or for a time, and whose steps note their undo.
  private func flow(within limit: Duration? = nil) throws -> DurableFlow<String, String> {
    let trace = trace
    return try textFlow(undoing: .all) {
      append("a").undoing { _, visit in trace.note(visit.key) }.keeping(TheText.self)
        .branching(["on": .next]) { _ in "on" }.catching(.failure, to: .step("sorry"))
      FlowStepDeclaration.awaiting(Shipped.self, within: limit, identifier: "wait")
        .branching(["on": .step("b")]) { _ in "on" }
      FlowStepDeclaration(Any.self, String.self, identifier: "b") { _, _ in "b" }.keeping(TheText.self)
        .branching(["end": .end]) { _ in "end" }
      FlowStepDeclaration(FlowError.self, String.self, identifier: "sorry") { error, _ in
        (error?.rootCause as? DurableFailure)?.text
      }.keeping(TheText.self)
    }
  }

  @Test func `A run that waits for too long fails, and undoes its visits`() async throws {
    let flow = try flow().limited(to: days(1))
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    life.clock.advance(by: .seconds(3_600))
    try await life.worker(flow).runUntilIdle()
    // The time counts from the start, not from the wait.
    try await life.advance(life.worker(flow), by: days(1) - .seconds(3_601))
    #expect(try await run.summary().state.kind == .waiting)
    try await life.advance(life.worker(flow), by: .seconds(1))
    #expect(try await run.outcome().words == "failed: Step 'wait' failed: The run had not ended after 86400.0 seconds.")
    #expect(trace.lines == ["text/k/a#1/undo"])
  }

  @Test func `A run that waits for too long is cancelled, or goes to a step`() async throws {
    let cancelled = try flow().limited(to: days(1), then: .isCancelled)
    let worker = life.worker(cancelled)
    let run = try await worker.start(cancelled, "x", key: "k")
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(1))
    #expect(try await run.outcome().words == "cancelled")
    let routed = try flow(within: days(9)).limited(to: days(1), then: .goTo("sorry"))
    let other = life.worker(routed)
    let second = try await other.start(routed, "x", key: "l")
    try await other.runUntilIdle()
    try await life.advance(other, by: days(1))
    #expect(try await second.outcome().words == "completed: The run had not ended after 86400.0 seconds.")
  }

  @Test func `A wait that ends before the limit ends as without one`() async throws {
    let flow = try flow(within: days(1)).limited(to: days(2))
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(1))
    #expect(try await run.outcome().words == "completed: b")
  }

  @Test func `A step at work is cancelled, and its work is undone`() async throws {
    let (began, trace) = (AsyncSignal(), trace)
    let flow = try textFlow(undoing: .all) {
      text("a") { text, _ in
        began.send()
        try await Task.sleep(for: .seconds(3_600))
        return text
      }.undoingInterrupted { content, visit in trace.note("\(visit.key) \(content ?? "-")") }
    }.limited(to: .seconds(5))
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    life.clock.advance(by: .seconds(10))
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.outcome().words == "failed: Step 'a' failed: The run had not ended after 5.0 seconds.")
    #expect(trace.lines == ["text/k/a#1/undo x"])
  }

  @Test func `A pause between two attempts ends with the limit`() async throws {
    let flow = try textFlow {
      text("a") { _, _ in throw TestError("away") }.retry(attempts: 9, backoff: .constant(days(1)))
    }.limited(to: days(1) * 1.5)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(1))
    try await life.advance(worker, by: days(1) / 2)
    #expect(try await run.outcome().words == "failed: Step 'a' failed: The run had not ended after 129600.0 seconds.")
  }

  @Test func `A retry of a run whose limit has passed begins a new limit`() async throws {
    let flow = try flow().limited(to: days(1))
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(3))
    for _ in 0..<2 {
      #expect(try await run.summary().state == .ended(.failed))
      life.clock.advance(by: days(3))
      try await run.retry()
      try await life.advance(worker, by: .seconds(1))
      try await life.advance(life.worker(flow), by: days(1) - .seconds(2))
      #expect(try await run.summary().position == "wait")
      try await life.advance(life.worker(flow), by: .seconds(2))
    }
    try await run.retry()
    try await worker.runUntilIdle()
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: b")
  }

  @Test(arguments: [true, false])
  func `A run that failed for another reason has a new limit when it continues`(goesBack: Bool) async throws {
    let isAway = Locked(true)
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      text("b") { text, _ in
        if isAway.withLock({ $0 }) { throw TestError("away") }
        return text + "b"
      }.keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }.limited(to: days(1))
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    isAway.withLock { $0 = false }
    life.clock.advance(by: days(9))
    if goesBack { try await run.goBack(to: "a") } else { try await run.retry() }
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "wait")
    try await life.advance(life.worker(flow), by: days(1))
    #expect(try await run.outcome().words == "failed: Step 'wait' failed: The run had not ended after 86400.0 seconds.")
  }

  @Test func `A new limit counts from the retry across a snapshot`() async throws {
    let isAway = Locked(true)
    let count = FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _, visit in
      if isAway.withLock({ $0 }) { throw TestError("away") }
      return Int(visit.key.split(separator: "#").last ?? "") ?? 0
    }.branching(["again": .step("count"), "on": .next]) { $0 == 120 ? "on" : "again" }
    let flow = try DurableFlow(
      FlowChain("text") {
        count
        FlowStepDeclaration.waiting(days(9), identifier: "wait")
      }, Any.self
    ) { _ in "done" }.limited(to: days(1))
    let run = try await life.worker(flow).start(flow, key: "k")
    try await life.worker(flow).runUntilIdle()
    isAway.withLock { $0 = false }
    life.clock.advance(by: days(3))
    try await run.retry()
    try await life.worker(flow).runUntilIdle()
    #expect(try await life.course(of: run.number).first == "snapshot")
    try await life.advance(life.worker(flow), by: days(1) - .seconds(1))
    #expect(try await run.summary().position == "wait")
    try await life.advance(life.worker(flow), by: .seconds(1))
    #expect(try await run.outcome().words == "failed: Step 'wait' failed: The run had not ended after 86400.0 seconds.")
  }

  @Test func `A shorter limit holds for a run that rests as soon as the run wakes`() async throws {
    let long = try flow().limited(to: days(9))
    let run = try await life.worker(long).start(long, "x", key: "k")
    try await life.worker(long).runUntilIdle()
    let short = try flow().limited(to: days(1))
    try await life.advance(life.worker(short), by: days(2))
    // The run has recorded when it wakes.
    #expect(try await run.summary().position == "wait")
    try await run.retry()
    try await life.worker(short).runUntilIdle()
    #expect(try await run.outcome().words == "failed: Step 'wait' failed: The run had not ended after 86400.0 seconds.")
  }

  @Test func `The limit counts from the start across a snapshot`() async throws {
    let count = FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _, visit in
      Int(visit.key.split(separator: "#").last ?? "") ?? 0
    }.branching(["again": .step("count"), "on": .next]) { $0 == 120 ? "on" : "again" }
    let flow = try DurableFlow(
      FlowChain("text") {
        count
        FlowStepDeclaration.waiting(days(9), identifier: "wait")
      }, Any.self
    ) { _ in "done" }.limited(to: days(1))
    let worker = life.worker(flow)
    let run = try await worker.start(flow, key: "k")
    try await worker.runUntilIdle()
    #expect(try await life.course(of: run.number).first == "snapshot")
    try await life.advance(worker, by: days(1))
    #expect(try await run.outcome().words == "failed: Step 'wait' failed: The run had not ended after 86400.0 seconds.")
  }
}
