/// An event that is registered on a stage and hasn't happened yet.
///
/// ```swift
/// let reply = stage.addEvent("Download") { handler.complete("Al") }
/// handler.onCancel { reply.withdraw() }
/// ```
public struct PendingEvent: Sendable {
  private let callOff: @Sendable () -> Void

  init(_ callOff: @escaping @Sendable () -> Void) {
    self.callOff = callOff
  }

  /// Removes the event, unless it has already happened. You can call this method from any thread.
  public func withdraw() {
    callOff()
  }
}
