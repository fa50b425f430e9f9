import FlowState

/// Waits until runs have ended or rest, with one query of the store for all of them.
///
/// If each wait had its own query, an event of the store would cost as many calls as there are waits.
actor RunWatch {
  private let store: any FlowStore
  /// The clock of the waits' time limits.
  nonisolated let clock: any FlowClock
  /// The runs that leave a worker of the process. A store gives no hint for a run that rests.
  private let departures: ElementStreams<RunNumber>
  private var waits: [RunNumber: [Int: Wait]] = [:]
  private var made = 0
  /// The runs that a caller is about to change and then waits for, and whether they have left a worker since.
  private var announced: [RunNumber: [Int: Bool]] = [:]
  /// The number of waits that ask the store more often, because a person waits for the answer.
  private var hurried = 0
  /// Whether a task asks for them.
  private var isHurrying = false
  /// The hints and tasks that cause queries; nil while there are no waits.
  private var watching: Watching?
  /// Whether the next query is for all runs, and not only for those that have ended or are parked.
  private var asksForAll = false

  /// The state of a run for which a wait waits.
  enum Aim: Sendable {
    /// The run has ended or is parked.
    case end
    /// The run has ended, is parked, or waits, and its latest record isn't the one with this number.
    case rest(besides: Int?)

    func isReached(by run: RunSummary) -> Bool {
      switch self {
      case .end: run.isFinal
      case .rest(let record): run.isAtRest && run.lastRecord != record
      }
    }
  }

  /// The error of a wait whose time limit came before its aim was reached.
  struct TimeLimitPassed: Error {}

  private struct Wait {
    let aim: Aim
    let continuation: CheckedContinuation<RunSummary?, any Error>
    /// Ends the wait at its time limit; nil if it has none.
    let alarm: FlowAlarm?

    var isForRest: Bool {
      if case .rest = aim { true } else { false }
    }
    /// Whether the store is asked more often.
    var isHurried: Bool { isForRest && alarm != nil }

    func end(with answer: Result<RunSummary?, any Error>) {
      alarm?.cancel()
      continuation.resume(with: answer)
    }
  }

  private struct Watching {
    let hints: AsyncStream<Void>.Continuation
    let tasks: [Task<Void, Never>]
  }

  init(
    _ store: any FlowStore, timed clock: any FlowClock,
    departures: ElementStreams<RunNumber> = ElementStreams(keeping: 1_000)
  ) {
    self.store = store
    self.clock = clock
    self.departures = departures
  }

  /// The number of runs that have waits.
  var count: Int { waits.count }
  /// The number of waits.
  var waitCount: Int { waits.values.reduce(0) { $0 + $1.count } }
  /// Whether there are no waits and no queries.
  var isIdle: Bool { waits.isEmpty && announced.isEmpty && watching == nil }

  /// Waits until a run has ended or is parked.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - limit: The time on the watch's clock after which the wait ends, whether or not the store has answered; more
  ///     than zero. If nil, the wait has no time limit.
  /// - Returns: The summary of the run at that time.
  /// - Throws: ``TimeLimitPassed`` at the time limit; `CancellationError` if the task is cancelled; an error of the
  ///   store.
  func end(of run: RunNumber, within limit: Duration? = nil) async throws -> RunSummary {
    while true {
      if let summary = try await wait(for: run, until: .end, within: limit) { return summary }
    }
  }

  /// Announces a wait for the rest of a run, before the change that makes the run work.
  ///
  /// The wait then needs no query of its own: it notices a departure that comes before it begins.
  ///
  /// - Parameter run: The number of the run.
  /// - Returns: The number of the announcement, for ``wait(for:until:within:announced:)`` or ``withdraw(_:of:)``.
  func announce(waitFor run: RunNumber) -> Int {
    made += 1
    announced[run, default: [:]][made] = false
    watch()
    return made
  }

  /// Withdraws an announcement that no wait has taken.
  func withdraw(_ number: Int, of run: RunNumber) {
    _ = takeAnnounced(number, of: run)
    stopIfIdle()
  }

  private func takeAnnounced(_ number: Int, of run: RunNumber) -> Bool {
    let hasLeft = announced[run]?.removeValue(forKey: number) ?? false
    if announced[run]?.isEmpty == true { announced[run] = nil }
    return hasLeft
  }

  /// Waits until a run has reached an aim.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - aim: The aim.
  ///   - limit: The time limit, as in ``end(of:within:)``.
  ///   - announcement: The number of the announcement; nil if the wait wasn't announced.
  /// - Returns: The summary of the run at that time; nil if a worker of this process has left it, to rest or for another worker.
  /// - Throws: As ``end(of:within:)``.
  func wait(
    for run: RunNumber, until aim: Aim, within limit: Duration? = nil, announced announcement: Int? = nil
  ) async throws -> RunSummary? {
    if let announcement, takeAnnounced(announcement, of: run) {
      stopIfIdle()
      return nil
    }
    made += 1
    let number = made
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The actor is busy until the wait is registered.
        let alarm = limit.map { limit in
          clock.schedule(after: limit) { Task { await self.leave(run, number, throwing: TimeLimitPassed()) } }
        }
        let wait = Wait(aim: aim, continuation: continuation, alarm: alarm)
        waits[run, default: [:]][number] = wait
        if wait.isHurried { hurry() }
        let isFirst = watching == nil
        watch()
        if announcement == nil { ask(all: wait.isForRest || isFirst) }
      }
    } onCancel: {
      Task { await self.leave(run, number, throwing: CancellationError()) }
    }
  }

  /// Ends a wait, unless it has already ended.
  private func leave(_ run: RunNumber, _ number: Int, throwing error: any Error) {
    guard let wait = remove(number, of: run) else { return }
    wait.end(with: .failure(error))
    stopIfIdle()
  }

  /// Ends the waits for the rest of a run that has left a worker. Their callers read it themselves: a query for all waits would wait
  /// until the store has written the others, too.
  private func left(_ run: RunNumber) {
    for (number, wait) in waits[run] ?? [:] where wait.isForRest { remove(number, of: run)?.end(with: .success(nil)) }
    announced[run] = announced[run]?.mapValues { _ in true }
    stopIfIdle()
  }

  private func remove(_ number: Int, of run: RunNumber) -> Wait? {
    guard let wait = waits[run]?.removeValue(forKey: number) else { return nil }
    if waits[run]?.isEmpty == true { waits[run] = nil }
    if wait.isHurried { hurried -= 1 }
    return wait
  }

  /// Queries the store soon, including for waits that were added since the latest query.
  private func ask(all isForAll: Bool = true) {
    if isForAll { asksForAll = true }
    watching?.hints.yield()
  }

  /// Begins to receive hints and to ask once a second.
  private func watch() {
    guard watching == nil else { return }
    let (stream, hints) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let forwarding = Task { [store] in for await _ in store.wakes { hints.yield() } }
    let departed = departures.makeStream()
    let leaving = Task { for await run in departed { left(run) } }
    // A store can miss a hint, and sends none when it removes a run.
    let polling = Task {
      while true {
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        ask()
      }
    }
    // Hints that arrive during a query lead to one more query.
    let asking = Task { for await _ in stream { await queryStore() } }
    watching = Watching(hints: hints, tasks: [forwarding, leaving, polling, asking])
  }

  /// Asks the store often while a hurried wait lasts: a worker of another process gives no hint.
  private func hurry() {
    hurried += 1
    guard !isHurrying else { return }
    isHurrying = true
    Task {
      while hurried > 0 {
        try? await Task.sleep(for: .milliseconds(50))
        ask()
      }
      isHurrying = false
    }
  }

  private func stopIfIdle() {
    guard waits.isEmpty, announced.isEmpty, let watching else { return }
    self.watching = nil
    watching.hints.finish()
    for task in watching.tasks { task.cancel() }
  }

  private func queryStore() async {
    let isForAll = asksForAll
    // A hint says nothing about runs that rest: their departures and the queries for all waits do.
    let asked = Set((isForAll ? waits : waits.filter { !$0.value.values.allSatisfy(\.isForRest) }).keys)
    guard !asked.isEmpty else { return }
    asksForAll = false
    var query = RunQuery(states: isForAll ? nil : RunState.Kind.final)
    query.numbers = asked
    do throws(StoreError) {
      let found = try await store.runs(query, after: nil, limit: asked.count)
      for run in found { settle(run.number, .success(run)) { $0.isReached(by: run) } }
      guard isForAll else { return stopIfIdle() }
      for run in asked.subtracting(found.map(\.number)) { settle(run, .failure(.unknownRun(run))) }
    } catch {
      for run in asked { settle(run, .failure(error)) }
    }
    stopIfIdle()
  }

  private func settle(
    _ run: RunNumber, _ answer: Result<RunSummary, StoreError>, where isMet: (Aim) -> Bool = { _ in true }
  ) {
    let answer = answer.map { Optional($0) }.mapError { $0 as any Error }
    for (number, wait) in waits[run] ?? [:] where isMet(wait.aim) { remove(number, of: run)?.end(with: answer) }
  }
}

extension RunState.Kind {
  /// The states that end the wait for the outcome of a run.
  static let final: Set<RunState.Kind> = [.ended, .parked]
}

extension RunSummary {
  /// Whether the run's state ends the wait for its outcome.
  var isFinal: Bool { RunState.Kind.final.contains(state.kind) }

  /// Whether nothing happens to the run until time passes or a message arrives.
  var isAtRest: Bool { isFinal || state.kind == .waiting }
}
