extension FlowStepHandler {
  /// Makes a handler that the engine completes, on the run's queue, when the work that the step hosts has ended.
  @usableFromInline
  static func ofEngine(host: LaneHost? = nil) -> FlowStepHandler {
    let handler = FlowStepHandler()
    handler.leaveToEngine()
    if let host { handler.makeConnection().host = host }
    return handler
  }
}

/// The connection of a module of the package with one start, through the handler of that start. The lane takes the
/// connection over when it binds the handler.
///
/// Confined to the queue of the run.
final class HandlerConnection {
  /// The lanes that the step started.
  @exclusivity(unchecked) var host: LaneHost?
  /// Forwards content to a screen. A closure in a box, because only the step knows its type.
  @exclusivity(unchecked) var forward: AnyObject?
  /// Ends work that the engine started for the step.
  @exclusivity(unchecked) var interruption: (() -> Void)?
}

extension FlowStepHandler {
  /// Connects a screen that a module of the package shows for the next start. The closures that users set on the step stay
  /// theirs.
  ///
  /// Call it on the run's queue, inside the intent that returns the handler.
  ///
  /// - Parameters:
  ///   - contentUpdate: Receives the content when the intent has returned, and each time it is set while the step waits.
  ///   - cancellation: Called when the step is cancelled.
  package func connect(contentUpdate: @escaping (Content?) -> Void, cancellation: @escaping () -> Void) {
    let connection = makeConnection()
    connection.interruption = cancellation
    connection.forward = ClosureBox<(Content?) -> Void>(contentUpdate)
  }
}
