/// The streams of hints that a store has given out.
actor WakeHub {
  private(set) var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
  private var made = 0

  /// Returns a stream that keeps one hint until it is read, and begins with one.
  nonisolated func makeStream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    Task { await add(continuation) }
    return stream
  }

  func add(_ continuation: AsyncStream<Void>.Continuation) {
    made += 1
    let number = made
    continuations[number] = continuation
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.remove(number) }
    }
    // What has happened since the stream was made is made up for by a hint. A stream that has ended already calls nothing.
    if case .terminated = continuation.yield() { continuations[number] = nil }
  }

  private func remove(_ number: Int) {
    continuations[number] = nil
  }

  func wake() {
    for continuation in continuations.values { continuation.yield() }
  }

  func finish() {
    for continuation in continuations.values { continuation.finish() }
    continuations = [:]
  }
}
