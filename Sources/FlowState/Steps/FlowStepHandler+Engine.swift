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
