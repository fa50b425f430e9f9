import FlowDurable
import Synchronization

/// The numbers of a store's runs by flow, step and state.
///
/// A store may read each run to count them. So a number can be older than the list beside it, and a page doesn't wait for
/// numbers that take long: it is shown without them, and has them as soon as it follows the store.
final class RunCounts: Sendable {
  /// The time after which numbers are too old to be shown.
  private static let age = Duration.seconds(60)

  private struct Counted {
    let counts: [RunCount]
    let at: ContinuousClock.Instant
    /// The time after which the runs are counted again.
    let until: ContinuousClock.Instant
  }

  private struct State {
    var counted: [RunQuery: Counted] = [:]
    var counting: [RunQuery: Task<[RunCount], any Error>] = [:]
  }

  private let store: any FlowStore
  /// The longest time that a page waits.
  private let patience: Duration
  private let state = Mutex(State())

  init(_ store: any FlowStore, patience: Duration) {
    self.store = store
    self.patience = patience
  }

  /// Returns the numbers of the runs of a query; nil if they aren't known soon.
  func of(_ query: RunQuery) async throws -> [RunCount]? {
    var query = query
    // The order doesn't affect the numbers.
    query.newestFirst = false
    query.order = .number
    let now = ContinuousClock.now
    let (known, counting) = state.withLock { state -> (Counted?, Task<[RunCount], any Error>?) in
      state.counted = state.counted.filter { $0.value.at.advanced(by: Self.age) > now || $0.value.until > now }
      let known = state.counted[query]
      if let known, known.until > now { return (known, nil) }
      let counting = state.counting[query] ?? count(query)
      state.counting[query] = counting
      return (known, counting)
    }
    guard let counting else { return known?.counts }
    if await Self.isOver(counting, within: known == nil ? patience : .zero) { return try await counting.value }
    return known?.counts
  }

  /// Counts the runs of a query in the background. Numbers that took long are valid for twenty times that duration.
  private func count(_ query: RunQuery) -> Task<[RunCount], any Error> {
    Task { [self, store, patience] in
      let begin = ContinuousClock.now
      defer { state.withLock { $0.counting[query] = nil } }
      let counts = try await store.counts(query)
      let end = ContinuousClock.now
      let time = begin.duration(to: end)
      if time > min(patience, .milliseconds(5)) {
        let counted = Counted(counts: counts, at: end, until: end.advanced(by: time * 20))
        state.withLock { $0.counted[query] = counted }
      }
      return counts
    }
  }

  /// Waits for the end of a task, and returns whether it came in time.
  private static func isOver(_ counting: Task<[RunCount], any Error>, within limit: Duration) async -> Bool {
    let (ends, end) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    Task {
      _ = await counting.result
      end.yield(true)
    }
    let alarm = Task {
      try? await Task.sleep(for: limit)
      end.yield(false)
    }
    defer { alarm.cancel() }
    for await isOver in ends { return isOver }
    return false
  }
}
