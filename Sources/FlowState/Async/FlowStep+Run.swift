extension FlowStep {
  /// Runs the step in a new run on the main actor and returns its result when its chain has come to rest.
  ///
  /// Use this method to run a single step in async code; for a flow, use ``Flow/run(_:)``. Set the step's content before. The
  /// completion closure and the next steps run as in ``AnyFlowStep/start()``. Cancelling the task cancels the run.
  ///
  /// ```swift
  /// confirm.content = "Delete everything?"
  /// if try await confirm.run() == true { deleteEverything() }
  /// ```
  ///
  /// - Returns: The result of this step; nil if it completes without one.
  /// - Throws: A ``FlowError`` that names the failed step; `CancellationError` if the task was cancelled.
  @MainActor public func run() async throws -> Result? {
    let latest = Latest(of: self)
    // A later start can have a collector of its own.
    defer { if case .latest(let current) = collector, current === latest { collector = nil } }
    let run = UnsafeTransfer(makeBareRun(observer: nil, isOpen: false))
    run.value.surroundWithCaller()
    let step = UnsafeTransfer(self)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let completion = ClosureCompletion { ending in
          switch ending {
          case .completed: continuation.resume()
          case .failed(let error): continuation.resume(throwing: error)
          case .cancelled: continuation.resume(throwing: CancellationError())
          }
        }
        run.value.begin(with: step.value, completion)
      }
    } onCancel: {
      run.value.cancelByTurn()
    }
    return latest.take()
  }
}
