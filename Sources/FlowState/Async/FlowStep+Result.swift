extension FlowStep {
  /// What the step yields: starts it on the main actor, in a run of its own, and waits until its chain has come to rest.
  ///
  /// For the use of a single step in async code. The step's content is set before; its completion closure and what it leads
  /// to run as in ``AnyFlowStep/start()``. Cancelling the task cancels the run.
  ///
  /// ```swift
  /// confirm.content = "Delete everything?"
  /// if try await confirm.result == true { deleteEverything() }
  /// ```
  ///
  /// Throws a ``FlowError`` that names the step which failed; `CancellationError` if the task was cancelled.
  @MainActor public var result: Result? {
    get async throws {
      let latest = Latest(of: self)
      // A later start may have its own.
      defer { if case .latest(let current) = collector, current === latest { collector = nil } }
      let run = UnsafeTransfer(makeBareRun(observer: nil, isOpen: false))
      let step = UnsafeTransfer(self)
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          run.value.beginOnce(with: step.value) { ending in
            switch ending {
            case .completed: continuation.resume()
            case .failed(let error): continuation.resume(throwing: error)
            case .cancelled: continuation.resume(throwing: CancellationError())
            }
          }
        }
      } onCancel: {
        run.value.cancelByTurn()
      }
      return latest.take()
    }
  }
}
