extension FlowStep {
  /// The result of the step. Reading it starts the step in a new run on the main actor and waits until its chain comes to
  /// rest.
  ///
  /// Use it to run a single step in async code. Set the step's content before. The completion closure and the next steps run
  /// as in ``AnyFlowStep/start()``. Cancelling the task cancels the run.
  ///
  /// ```swift
  /// confirm.content = "Delete everything?"
  /// if try await confirm.result == true { deleteEverything() }
  /// ```
  ///
  /// Throws a ``FlowError`` that names the failed step; `CancellationError` if the task was cancelled.
  @MainActor public var result: Result? {
    get async throws {
      let latest = Latest(of: self)
      // A later start can have a collector of its own.
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
