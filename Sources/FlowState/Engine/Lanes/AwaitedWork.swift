/// The objects that end together with the start that a lane waits for. Most starts have none of them.
///
/// Four words, because a larger value is passed in memory, where releasing each field looks up its type.
struct AwaitedWork {
  /// Connects the handler with the step beyond the report.
  var attachment: Attachment?
  /// The lanes that the step started.
  var host: LaneHost?
  /// The work and the screen that a module of the package has connected.
  var connection: HandlerConnection?
  /// Stops the work. The owner of the handler has set it.
  var cancellation: CancellationAction?

  var isEmpty: Bool {
    attachment == nil && host == nil && connection == nil && cancellation == nil
  }

  /// Takes over what a module of the package has connected with the handler.
  mutating func take(over connection: HandlerConnection) {
    host = connection.host.take()
    self.connection = connection
  }

  /// Sets the action that stops the work, and returns the one before, for the caller to release.
  mutating func exchangeCancellation(_ action: CancellationAction) -> CancellationAction? {
    let replaced = cancellation
    cancellation = action
    return replaced
  }

  /// Calls the actions that stop the work of a start that was cancelled or superseded. The lanes of its host are already
  /// closed.
  ///
  /// - Parameter step: The step, if its lane holds it.
  func stop(_ step: AnyFlowStep?) {
    let ofStep = step?.takeCancellation() ?? attachment?.owner?._withUnsafeGuaranteedRef { $0.takeCancellation() }
    connection?.interruption?()
    ofStep?()
    cancellation?.body()
  }
}
