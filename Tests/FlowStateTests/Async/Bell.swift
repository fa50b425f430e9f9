/// Rings on any thread; a task waits for it. A ring that nobody waits for is kept.
final class Bell: Sendable {
  private let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (rings, continuation) = AsyncStream.makeStream()
  }

  func ring() {
    continuation.yield()
  }

  /// Waits for one ring.
  func wait() async {
    var iterator = rings.makeAsyncIterator()
    _ = await iterator.next()
  }
}
