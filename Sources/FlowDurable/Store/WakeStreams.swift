/// A store that gives out streams of hints.
protocol WakingStore: Actor {
  /// The streams that the store has given out.
  var streams: WakeStreams { get set }
}

extension WakingStore {
  /// Creates a stream of hints, and gives it out.
  nonisolated func makeWakes() -> AsyncStream<Void> {
    let (stream, continuation) = WakeStreams.makeStream()
    Task { await register(continuation) }
    return stream
  }

  private func register(_ continuation: AsyncStream<Void>.Continuation) {
    let number = streams.nextNumber()
    // Before the stream is added: a stream that has ended by then says so when it gets a hint.
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.unregister(number) }
    }
    streams.add(continuation, number)
  }

  private func unregister(_ number: Int) {
    streams.remove(number)
  }
}

/// The streams that a store has given out. A value that the store guards.
struct WakeStreams: Sendable {
  private var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
  private(set) var made = 0

  var count: Int { continuations.count }

  /// Creates a stream that keeps one hint until it is read, and begins with one.
  static func makeStream() -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    return (stream, continuation)
  }

  fileprivate mutating func nextNumber() -> Int {
    made += 1
    return made
  }

  /// Adds a stream, unless it has ended. What has happened since the stream was made is made up for by a hint.
  fileprivate mutating func add(_ continuation: AsyncStream<Void>.Continuation, _ number: Int) {
    if case .terminated = continuation.yield() { return }
    continuations[number] = continuation
  }

  fileprivate mutating func remove(_ number: Int) {
    continuations[number] = nil
  }

  func wake() {
    for continuation in continuations.values { continuation.yield() }
  }
}
