/// A signal that any thread sends and that a task waits for. A signal that no task waits for yet is kept.
package final class AsyncSignal: Sendable {
  private let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() {
    (signals, continuation) = AsyncStream.makeStream()
  }

  package func send() {
    continuation.yield()
  }

  /// Waits for one signal.
  package func wait() async {
    var iterator = signals.makeAsyncIterator()
    _ = await iterator.next()
  }
}
