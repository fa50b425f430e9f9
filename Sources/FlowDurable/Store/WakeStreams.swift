/// The streams that a store has given out. A value that the store guards.
struct WakeStreams: Sendable {
  private var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
  private var made = 0

  /// Creates a stream that keeps one hint until it is read, and begins with one.
  static func makeStream() -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    return (stream, continuation)
  }

  /// Adds a stream. What has happened since the stream was made is made up for by a hint.
  mutating func add(_ continuation: AsyncStream<Void>.Continuation) -> Int {
    made += 1
    continuations[made] = continuation
    continuation.yield()
    return made
  }

  mutating func remove(_ number: Int) {
    continuations[number] = nil
  }

  func ring() {
    for continuation in continuations.values { continuation.yield() }
  }

  mutating func finish() {
    for continuation in continuations.values { continuation.finish() }
    continuations = [:]
  }
}
