extension FlowStep {
  /// A step that starts this one again when it fails.
  ///
  /// Each attempt starts the step anew, its intent included; what an earlier attempt reports later is ignored and told to
  /// the observer. When the last attempt fails, or one with an error that is not worth another, the step fails with that
  /// error. A step that completes without a result has completed. One that was superseded is not started again, because it
  /// is at work for another start.
  ///
  /// ```swift
  /// let download = fetch.timeout(.seconds(2)).retry(attempts: 3, backoff: .exponential(from: .milliseconds(500)))
  /// ```
  ///
  /// - Parameters:
  ///   - attempts: How often the step is started at most; at least once.
  ///   - backoff: How long to wait before each further attempt, on the run's clock.
  ///   - isWorthRetrying: Receives the error of an attempt, which names the step that failed and keeps the cause. Called on
  ///     the run's queue, not after the last attempt.
  /// - Returns: The step, which keeps this one's name. What this step leads to belongs to the attempt.
  @inlinable
  public func retry(
    attempts: Int, backoff: Backoff = .none,
    where isWorthRetrying: @escaping (_ error: FlowError) -> Bool = { _ in true }
  ) -> FlowStep {
    requireUse(
      attempts > 0,
      "Step '\(identifier)' is to be tried \(attempts) times; retry needs at least one attempt.")
    var backoff = backoff
    func start(_ operation: Operation<Content, Result>, attempt: Int) {
      operation.start(self) { ending in
        switch ending {
        case .success(let result): operation.complete(result)
        case .failure(let error):
          // A step that was superseded is at work for another start; starting it again would take it away from there.
          guard attempt < attempts, !error.isSuperseded, isWorthRetrying(error) else { return operation.fail(error) }
          operation.wait(backoff.delay(beforeRetry: attempt)) { start(operation, attempt: attempt + 1) }
        }
      }
    }
    return FlowStep(operator: .retry, on: self) { start($0, attempt: 1) }
  }
}
