/// Waits for the ends of runs. Asks the store once for all of them.
///
/// If each wait asked for itself, an event of the store would cost as many calls as there are waits.
actor OutcomeWatch {
  private let store: any FlowStore
  private var waits: [RunNumber: [Int: CheckedContinuation<RunSummary, any Error>]] = [:]
  private var made = 0
  /// What makes the watch ask. It exists while something is waited for.
  private var watching: Watching?
  /// Whether the next question is about all runs, and not only about those that have ended or are parked.
  private var asksForAll = false

  private struct Watching {
    let hints: AsyncStream<Void>.Continuation
    let tasks: [Task<Void, Never>]
  }

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// The number of runs that are waited for.
  var count: Int { waits.count }
  /// Whether nothing is waited for, and nothing asks the store.
  var isIdle: Bool { waits.isEmpty && watching == nil }

  /// Waits until a run has ended or is parked.
  ///
  /// - Parameter run: The number of the run.
  /// - Returns: What the store knows of the run then.
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
      // The actor is busy with the wait until the wait is registered.
      Task { await self.leave(run, number) }
    }
  }

  private func leave(_ run: RunNumber, _ number: Int) {
    guard let continuation = waits[run]?.removeValue(forKey: number) else { return }
    if waits[run]?.isEmpty == true { waits[run] = nil }
    continuation.resume(throwing: CancellationError())
    stopIfIdle()
  }

  /// Asks soon, also for what is waited for since the latest question.
  private func watch() {
    if let watching {
      watching.hints.yield()
      return
    }
    let (stream, hints) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let forwarding = Task { [store] in for await _ in store.wakes { hints.yield() } }
    // A store may miss a hint, and gives none when it forgets a run.
    let polling = Task {
      while !Task.isCancelled {
        askForAll()
        try? await Task.sleep(for: .seconds(1))
      }
    }
    // Hints that come during a question lead to one more.
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
  /// The states in which nobody waits for the outcome of a run any longer.
  static let final: Set<RunState.Kind> = [.ended, .parked]
}
