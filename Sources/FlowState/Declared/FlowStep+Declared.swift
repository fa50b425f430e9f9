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
    attempts: Int, backoff: Backoff,
    completed: ((_ result: Result?, _ visit: DeclaredVisit) -> @Sendable () async throws -> Void)?,
    interrupted: ((_ content: Content?, _ visit: DeclaredVisit) -> @Sendable () async throws -> Void)?
  ) {
    let name = identifier
    changeUndo { undo in
      // An undo that the step itself has keeps its attempts.
      if completed != nil || undo.call == nil && undo.makeWork == nil {
        (undo.attempts, undo.backoff) = (attempts, backoff)
      }
      if let completed {
        undo.call = nil
        undo.makeWork = { _, result, place in completed(result, DeclaredVisit(of: name, at: place)) }
      }
      if let interrupted {
        undo.makeWorkOfInterrupted = { content, place in interrupted(content, DeclaredVisit(of: name, at: place)) }
      }
    }
  }

  /// Begins to undo a visit that another part of a durable run has completed.
  package func undo(completedWith result: Result?) -> UndoProgress {
    let place = RunAtWork.place ?? FlowPlace(run: FlowRunID(flow: identifier, number: 0), lane: 0, visit: 0)
    return FlowStepVisit(currentContent, completedWith: result).undo(self, at: place)
  }

  /// Sets a closure that receives each result, before the step's completion closure.
  package func listen(_ listener: @escaping (Result?) -> Void) { _ = Latest(of: self, listener: listener) }
}
