import FlowDurable
import FlowState

/// Runs one run of a journal in this terminal, until the run ends or the user leaves.
struct DurableSession: Sendable {
  /// The ending of a session.
  enum Ending<Result: Sendable>: Sendable {
    /// The run has ended.
    case ended(FlowOutcome<Result>)
    /// The user has left. The run remains at a step.
    case left(at: String?)
  }

  /// The journal's file.
  let journal: String
  /// The key of the run.
  let key: String
  /// Called when the run starts to wait at a step.
  let waits: @Sendable (_ step: String) -> Void
  private let leaving = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(journal: String, key: String, waits: @escaping @Sendable (_ step: String) -> Void = { _ in }) {
    self.journal = journal
    self.key = key
    self.waits = waits
  }

  /// Ends the session and leaves the run unchanged.
  var leave: @Sendable () -> Void { { [continuation = leaving.continuation] in continuation.yield() } }

  /// Starts the run of a flow, or continues it. Blocks this thread, which must not belong to a pool.
  func run<Result: Sendable>(
    _ flow: DurableFlow<Any, Result>, assignments: [VariantAssignment] = []
  ) throws -> Ending<Result> {
    try blocking { try await work(on: flow, assignments) }
  }

  private func work<Result: Sendable>(
    on flow: DurableFlow<Any, Result>, _ assignments: [VariantAssignment]
  ) async throws -> Ending<Result> {
    let store = try FileStore(at: journal)
    // Each run has its own queue, because the terminal can show only one run.
    let queue = "terminal/\(key)"
    let worker = FlowWorker(store, running: [flow], atOnce: 1, queue: queue)
    let run = try await worker.start(flow, key: key, assignments: assignments, queue: queue)
    let ending = try await withThrowingTaskGroup(of: Ending<Result>?.self) { group in
      group.addTask {
        try await worker.run()
        return nil
      }
      group.addTask { .ended(try await run.outcome()) }
      group.addTask { [stream = leaving.stream] in
        for await _ in stream { break }
        return nil
      }
      group.addTask {
        try await reportWaits(of: run, in: store)
        return nil
      }
      let first = try await group.next() ?? nil
      await worker.stop(grace: .zero)
      group.cancelAll()
      return first
    }
    if let ending { return try await close(store, with: ending) }
    return try await close(store, with: .left(at: try await run.summary().position))
  }

  /// Reports the step at which the run waits, each time that it starts to wait.
  private func reportWaits<Result>(of run: DurableRun<Any, Result>, in store: FileStore) async throws {
    var shown: RunSummary?
    for await _ in store.wakes {
      let summary = try await run.summary()
      guard case .waiting = summary.state, let step = summary.position, summary.lastRecord != shown?.lastRecord else {
        continue
      }
      shown = summary
      waits(step)
    }
  }

  private func close<Result>(_ store: FileStore, with ending: Ending<Result>) async throws -> Ending<Result> {
    try await store.close()
    return ending
  }
}
