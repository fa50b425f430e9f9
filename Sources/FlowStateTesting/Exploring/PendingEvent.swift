/// Something that is to happen on a stage, until it does or is withdrawn.
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

  /// Keeps it from happening, if it has not happened yet. From any thread.
  public func withdraw() {
    callOff()
  }
}
