import FlowState

/// The streams of hints that a store has returned from ``FlowStore/wakes``.
///
/// ```swift
/// actor Shelf {
///   private let streams = WakeStreams()
///   nonisolated var wakes: AsyncStream<Void> { streams.makeStream() }
///
///   func release() {
///     streams.wake()  // a run may be due
///   }
/// }
/// ```
///
/// You can call its methods from any thread. When a reader of a stream ends, the stream is removed.
public final class WakeStreams: Sendable {
  private typealias Continuation = AsyncStream<Void>.Continuation

  private struct State: Sendable {
    var continuations: [Int: Continuation] = [:]
    var made = 0
    var isFinished = false
  }

  private let state = Locked(State())

  /// Creates an object without streams.
  public init() {}

  /// The number of streams that have a reader.
  var count: Int { state.withLock { $0.continuations.count } }

  /// Returns a stream that begins with a hint. The stream keeps at most one unread hint.
  public func makeStream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.made += 1
      state.continuations[state.made] = continuation
      return state.made
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Sends a hint to each stream.
  public func wake() {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield() }
  }

  /// Ends all streams, including those that are created later.
  public func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    // Not under the lock, because a stream that ends is removed.
    for continuation in continuations { continuation.finish() }
  }

  private func remove(_ number: Int) {
    // Release the removed stream outside the lock, as this may be the last reference.
    let removed = state.withLock { $0.continuations.removeValue(forKey: number) }
    _ = removed
  }
}
