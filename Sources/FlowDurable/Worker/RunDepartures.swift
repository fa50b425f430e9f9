import FlowState

/// The streams of the numbers of runs that leave a worker.
final class RunDepartures: Sendable {
  private struct State: Sendable {
    var continuations: [Int: AsyncStream<RunNumber>.Continuation] = [:]
    var made = 0
  }

  /// The number of departures that a stream keeps for its reader. The reader asks the store, too, so it may miss some.
  private static let mostUnread = 1_000

  private let state = Locked(State())

  /// Returns a stream of the runs that leave from now on.
  func makeStream() -> AsyncStream<RunNumber> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RunNumber.self, bufferingPolicy: .bufferingNewest(Self.mostUnread))
    let number = state.withLock { state in
      state.made += 1
      state.continuations[state.made] = continuation
      return state.made
    }
    continuation.onTermination = { [weak self] _ in
      let removed = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
      _ = removed
    }
    return stream
  }

  /// Reports that a run has left the worker.
  func leave(_ run: RunNumber) {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(run) }
  }
}
