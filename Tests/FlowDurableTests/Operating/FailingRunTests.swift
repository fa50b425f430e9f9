import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Commands that come while a run undoes its visits because it has failed.
struct FailingRunTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// The commands that come with the first failure of the undo.
  enum Commands: CaseIterable {
    case touchAndRetry, cancel, cancelAndRetry, back

    var all: [FlowMessage.Content] {
      switch self {
      case .touchAndRetry: [.touch, .retry]
      case .cancel: [.cancel]
      case .cancelAndRetry: [.cancel, .retry]
      case .back: [.back(to: "a")]
      }
    }

    /// Returns the records after the failure of the step, if the undo fails so many times. After the third, the run is parked, and a
    /// retry counts anew.
    func course(failures: Int) -> [String] {
      let (failed, undone, ended) = ("undone a#1 failed", "undone a#1", "failed: away")
      return switch (self, failures) {
      case (.touchAndRetry, 1): [failed, "retry", undone, ended]
      case (.cancel, 1): [failed, undone, ended, "cancel", "cancelled"]
      case (.cancelAndRetry, 1): [failed, "retry", undone, ended, "cancel", "cancelled"]
      case (.touchAndRetry, _): [failed, "retry", failed, failed, failed, "parked"]
      case (.cancel, _): [failed, failed, failed, "parked", "cancel", failed, undone, "cancelled"]
      case (.cancelAndRetry, _): [failed, "retry", failed, failed, failed, "parked", "cancel", undone, "cancelled"]
      case (.back, 1): [failed, undone, ended]
      case (.back, _): [failed, failed, failed, "parked"]
      }
    }
  }

  @Test(arguments: Commands.allCases, [1, 4])
  func `A retry counts at once, and other commands wait until the run has failed or is parked`(
    commands: Commands, failures: Int
  ) async throws {
    let course = try await course(commands, failures: failures)
    let expected = ["began", "a#1 -> b", "b#1 failed: away -> end"] + commands.course(failures: failures)
    #expect(course.map { $0.hasPrefix("parked: ") ? "parked" : $0 } == expected)
  }

  @Test func `A failed run that is parked before its end is undone when it is cancelled`() async throws {
    let trace = trace
    let flow = try textFlow("text", undoing: .onCancel) {
      append("a").undoing { _, visit in trace.note("undo \(visit.key)") }
      text("b") { _, _ in throw TestError("away") }.keeping(TheText.self)
    }
    let store = WindowStore(life.store)
    store.before.withLock {
      $0 = { (records, _) async throws(StoreError) in
        if records.contains(where: { $0.words.hasPrefix("failed") }) { throw .closed }
      }
    }
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    // The store parks a run that was claimed so often without a record.
    for _ in 0..<6 {
      life.clock.advance(by: life.lease)
      _ = try await life.store.claim(ClaimRequest(["text"], limit: 1, lease: .zero))
    }
    #expect(try await run.summary().state.kind == .parked)
    try await run.cancel()
    try await life.worker(flow).runUntilIdle()
    #expect(trace.lines == ["undo text/k/a#1/undo"])
    #expect(try await run.outcome().words == "cancelled")
  }

  private func course(_ commands: Commands, failures: Int) async throws -> [String] {
    let life = DurableLife()
    let store = WindowStore(life.store)
    let flow = try textFlow("text", undoing: .all) {
      append("a").undoing { [trace] _, visit in
        trace.note("\(visit.key)")
        if trace.lines.count <= failures { throw TestError("away") }
      }
      text("b") { text, visit in
        if visit.key.hasSuffix("#1") { throw TestError("away") }
        return text
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x", key: "k")
    let sent = Trace()
    store.before.withLock {
      $0 = { (records, _) async throws(StoreError) in
        guard sent.lines.isEmpty, records.contains(where: { $0.words.hasPrefix("a#1 not undone") }) else { return }
        sent.note("sent")
        for command in commands.all { _ = try await life.store.send(FlowMessage(command), to: run.number) }
      }
    }
    for _ in 0..<6 { try await life.advance(worker, by: .seconds(60)) }
    return try await life.course(of: run.number)
  }
}
