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
  private let streams = ElementStreams<Void>(keeping: 1)

  /// Creates an object without streams.
  public init() {}

  /// The number of streams that have a reader.
  var count: Int { streams.count }

  /// Returns a stream that begins with a hint. The stream keeps at most one unread hint.
  public func makeStream() -> AsyncStream<Void> { streams.makeStream(beginningWith: ()) }

  /// Sends a hint to each stream.
  public func wake() { streams.send(()) }

  /// Ends all streams, including those that are created later.
  public func finish() { streams.finish() }
}
