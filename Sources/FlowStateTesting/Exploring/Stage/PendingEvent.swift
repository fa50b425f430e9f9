/// An event that is registered on a stage and hasn't happened yet.
///
/// ```swift
/// let reply = stage.addEvent("Download") { handler.complete("Al") }
/// handler.onCancel { reply.withdraw() }
/// ```
public struct PendingEvent: Sendable {
  private let cancellation: @Sendable () -> Void

  init(_ cancellation: @escaping @Sendable () -> Void) {
    self.cancellation = cancellation
  }

  /// Removes the event, unless it has already happened. You can call this method from any thread.
  public func withdraw() {
    cancellation()
  }
}
