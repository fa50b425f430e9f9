extension FlowStep {
  /// Runs the step on the main actor, in a run of its own, and returns its result once its chain has come to rest.
  ///
  /// Use it for a single step in async code, as ``Flow/run(_:)`` for a flow. Set the step's content before. Its completion
  /// closure and the steps after it run as in ``AnyFlowStep/start()``. Cancelling the task cancels the run.
  ///
  /// ```swift
  /// confirm.content = "Delete everything?"
  /// if try await confirm.run() == true { deleteEverything() }
  /// ```
  ///
  /// - Returns: The result of this step; nil if it completes without one.
  /// - Throws: A ``FlowError`` that names the step which failed; `CancellationError` if the task was cancelled.
  @MainActor public func run() async throws -> Result? {
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
