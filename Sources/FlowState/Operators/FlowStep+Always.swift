extension FlowStep {
  /// Returns a step that runs a closure when this step ends, whether it completes, fails or is cancelled.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let load = download.always { _ in spinner.stop() }
  /// ```
  ///
  /// - Parameter body: Receives the outcome of this step, once for each start, before the run continues. Called on the run's
  ///   queue. If the step is started again while it waits, the outcome of the earlier start is `cancelled`.
  /// - Returns: The new step. It ends as this step does.
  public func always(_ body: @escaping (_ outcome: FlowOutcome<Result>) -> Void) -> FlowStep {
    FlowStep(operator: .always, on: self) { operation, latest in
      operation.cancelled = { body(.cancelled) }
      operation.start(self, latest) { failure in
        operation.cancelled = nil
        if let failure {
          body(.failed(failure))
          operation.fail(failure)
        } else {
          let result = latest.take()
          body(.completed(result))
          operation.complete(result)
        }
      }
    }
  }
}
