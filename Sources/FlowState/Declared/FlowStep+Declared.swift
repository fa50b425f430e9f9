/// The methods with which a chain changes the steps that its declarations make.
extension FlowStep {
  /// Sets what undoes the visits of a declared step.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of calls for one completed visit.
  ///   - backoff: The delays between the attempts.
  ///   - completed: Makes the function that undoes a visit with this result; nil for none. Called on the run's queue.
  ///   - interrupted: Makes the function that undoes a visit with this content that did not complete; nil for none.
  package func setUndo(
    attempts: Int, backoff: Backoff, completed: ((_ result: Result?) -> @Sendable () async throws -> Void)?,
    interrupted: ((_ content: Content?) -> @Sendable () async throws -> Void)?
  ) {
    changeUndo { undo in
      (undo.attempts, undo.backoff) = (attempts, backoff)
      if let completed { undo.makeWork = { _, result in completed(result) } }
      if let interrupted { undo.makeWorkOfInterrupted = interrupted }
    }
  }

  /// Begins to undo a visit that another part of a durable run has completed.
  package func undo(completedWith result: Result?) -> UndoProgress {
    FlowStepVisit(currentContent, completedWith: result).undo(self)
  }

  /// Sets a closure that receives each result, before the step's completion closure.
  package func listen(_ listener: @escaping (Result?) -> Void) { _ = Latest(of: self, listener: listener) }
}
