import FlowState

/// The times at which the lease of a held run was last extended, and the claims that wait for its extension.
final class HeldLease: Sendable {
  private struct State {
    var extended: WorkerTime
    /// Whether the run may no longer belong to the worker.
    var isLost = false
    /// Whether the waits were ended since the latest extension.
    var endsWaits = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  /// Creates a lease.
  ///
  /// - Parameter time: The time before the claim.
  init(since time: WorkerTime) {
    state = Locked(State(extended: time))
  }

  /// Returns whether the worker still holds the run, but hasn't extended the lease for a time, and waits for it.
  func isOlder(than age: Duration, at now: WorkerTime) -> Bool {
    state.withLock { !$0.isLost && !$0.endsWaits && now.duration(since: $0.extended) > age }
  }

  /// Records an extension.
  ///
  /// - Parameter time: The time before the store was called, because the lease may have begun then.
  func extended(at time: WorkerTime) {
    resume { state in
      state.extended = time
      state.endsWaits = false
    }
  }

  /// Records that the run no longer belongs to the worker, or may not.
  func lose() {
    resume { $0.isLost = true }
  }

  /// Waits until the lease is extended or lost, or the wait is ended.
  func wait(whileOlderThan age: Duration, at now: WorkerTime) async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard !state.isLost, !state.endsWaits, now.duration(since: state.extended) > age else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Ends all waits, also later ones until the lease is extended.
  func endWaits() {
    resume { $0.endsWaits = true }
  }

  private func resume(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A time on the clocks that a worker can read without its store.
struct WorkerTime: Sendable {
  /// The time of the worker's clock.
  let clock: Duration
  /// The time of the system, which also passes while the system is asleep.
  private let system: ContinuousClock.Instant

  /// Reads the clocks.
  ///
  /// - Parameters:
  ///   - clock: The clock of the worker.
  ///   - isOnlyClock: Whether no other clock counts, so that a test is repeatable.
  init(_ clock: any FlowClock, isOnlyClock: Bool) {
    self.clock = clock.now
    system = isOnlyClock ? Self.origin : .now
  }

  private static let origin = ContinuousClock.now

  /// Returns the time that has passed on either clock.
  func duration(since other: WorkerTime) -> Duration { max(clock - other.clock, system - other.system) }
}
