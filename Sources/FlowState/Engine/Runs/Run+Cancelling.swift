import Synchronization

/// Cancellation from outside the run.
extension Run {
  /// Cancels the run, from any thread: at once if the caller is on its queue and nothing is under way there.
  func cancelFromOutside() {
    if !isOpen { isCancelled.store(true, ordering: .releasing) }
    eventLoop.meetOrPost { [self] in cancel() }
  }

  /// Cancels the run, from any thread, in a turn of its queue. For callers that may hold a lock, such as a cancelled task.
  func cancelByTurn() {
    isCancelled.store(true, ordering: .releasing)
    if CurrentThread.eventLoop === eventLoop {
      eventLoop.meet { [self] in cancel() }
    } else {
      eventLoop.postLater(ClosureMessage { [self] in cancel() })
    }
  }

  /// Whether the run that contains this one has cancelled it, or it has gone back past its first step.
  func wasCancelled(with ending: FlowOutcome<Never>) -> Bool {
    if case .cancelled = ending { true } else { isCancelled.load(ordering: .acquiring) }
  }
}
