extension RunState {
  /// Returns whether a message or command can change what a run in this state does.
  ///
  /// ```swift
  /// let state = RunState.ended(.failed)
  /// print(state.isChanged(by: FlowMessage(.retry)))  // true
  /// ```
  ///
  /// A run that has ended receives only the commands that make it continue: a failed one can be cancelled, go back, and
  /// be retried, and a cancelled one can go back and be retried. A retry changes a run that is parked or has ended. A
  /// store delivers other retries, too, which end a pause between two attempts.
  ///
  /// - Parameter message: The message or command.
  /// - Returns: False if a store refuses the message, or if the run continues as without it.
  public func isChanged(by message: FlowMessage) -> Bool {
    guard RunPhase(self).accepts(message) else { return false }
    guard case .retry = message.content else { return true }
    switch self {
    case .parked, .ended: return true
    case .ready, .held, .waiting: return false
    }
  }
}
