extension FlowStep {
  /// A step that does something when this one has ended, however it has.
  ///
  /// ```swift
  /// let load = download.always { _ in spinner.stop() }
  /// ```
  ///
  /// - Parameter body: Receives how the step ended, on the run's queue, before what comes next; once for each start. A step
  ///   that is started again while it waits has been cancelled for the earlier start.
  /// - Returns: The step, which keeps this one's name; it ends as this one does.
  public func always(_ body: @escaping (_ outcome: FlowOutcome<Result>) -> Void) -> FlowStep {
    FlowStep(operator: .always, on: self) { operation in
      operation.cancelled = { body(.cancelled) }
      operation.start(self) { ending in
        operation.cancelled = nil
        switch ending {
        case .success(let result):
          body(.completed(result))
          operation.complete(result)
        case .failure(let error):
          body(.failed(error))
          operation.fail(error)
        }
      }
    }
  }
}
