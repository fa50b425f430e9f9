/// Waits for the ends of runs, with one query of the store for all of them.
///
/// If each wait had its own query, an event of the store would cost as many calls as there are waits.
actor OutcomeWatch {
  private let store: any FlowStore
  private var waits: [RunNumber: [Int: CheckedContinuation<RunSummary, any Error>]] = [:]
  private var made = 0
  /// The hints and tasks that cause queries; nil while there are no waits.
  private var watching: Watching?
  /// Whether the next query is for all runs, and not only for those that have ended or are parked.
  private var asksForAll = false

  private struct Watching {
    let hints: AsyncStream<Void>.Continuation
    let tasks: [Task<Void, Never>]
  }

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// The number of runs that have waits.
  var count: Int { waits.count }
  /// Whether there are no waits and no queries.
  var isIdle: Bool { waits.isEmpty && watching == nil }

  /// Waits until a run has ended or is parked.
  ///
  /// - Parameter run: The number of the run.
  /// - Returns: The summary of the run at that time.
  /// - Throws: `CancellationError` if the task is cancelled; an error of the store.
  func end(of run: RunNumber) async throws -> RunSummary {
    made += 1
    let number = made
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waits[run, default: [:]][number] = continuation
        watch()
      }
    } onCancel: {
      // The actor is busy until the wait is registered.
      Task { await self.leave(run, number) }
    }
  }

  private func leave(_ run: RunNumber, _ number: Int) {
    guard let continuation = waits[run]?.removeValue(forKey: number) else { return }
    if waits[run]?.isEmpty == true { waits[run] = nil }
    continuation.resume(throwing: CancellationError())
    stopIfIdle()
  }

  /// Queries the store soon, including for waits that were added since the latest query.
  private func watch() {
    if let watching {
      watching.hints.yield()
      return
    }
    let (stream, hints) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let forwarding = Task { [store] in for await _ in store.wakes { hints.yield() } }
    // A store can miss a hint, and sends none when it removes a run.
    let polling = Task {
      while !Task.isCancelled {
        askForAll()
        try? await Task.sleep(for: .seconds(1))
      }
    }
    // Hints that arrive during a query lead to one more query.
    let asking = Task { for await _ in stream { await ask() } }
    watching = Watching(hints: hints, tasks: [forwarding, polling, asking])
  }

  private func stopIfIdle() {
    guard waits.isEmpty, let watching else { return }
    self.watching = nil
    watching.hints.finish()
    for task in watching.tasks { task.cancel() }
  }

  private func askForAll() {
    asksForAll = true
    watching?.hints.yield()
  }

  private func ask() async {
    let asked = Set(waits.keys)
    guard !asked.isEmpty else { return }
    let isForAll = asksForAll
    asksForAll = false
    var query = RunQuery(states: isForAll ? nil : RunState.Kind.final)
    query.numbers = asked
    do throws(StoreError) {
      let found = try await store.runs(query, after: nil, limit: asked.count)
      for run in found where RunState.Kind.final.contains(run.state.kind) { settle(run.number, .success(run)) }
      guard isForAll else { return stopIfIdle() }
      for run in asked.subtracting(found.map(\.number)) { settle(run, .failure(.unknownRun(run))) }
    } catch {
      for run in asked { settle(run, .failure(error)) }
    }
    stopIfIdle()
  }

  private func settle(_ run: RunNumber, _ answer: Result<RunSummary, StoreError>) {
    for continuation in (waits.removeValue(forKey: run) ?? [:]).values { continuation.resume(with: answer) }
  }
}

extension RunState.Kind {
  /// The states that end the wait for the outcome of a run.
  static let final: Set<RunState.Kind> = [.ended, .parked]
}
