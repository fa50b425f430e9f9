extension FlowStep {
  /// Returns a step that starts this step again when it fails.
  ///
  /// Each attempt starts the step again, including its intent. If an earlier attempt reports late, the run ignores the report
  /// and notifies the observer. The new step fails with the error of the last attempt, or with the first error that isn't
  /// worth a retry. A step that completes without a result doesn't fail. A superseded step isn't started again, because it is
  /// at work for another start. Neither is a nested flow that a person has left by going back past its first step.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let download = fetch.timeout(.seconds(2)).retry(attempts: 3, backoff: .exponential(from: .milliseconds(500)))
  /// ```
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of starts; at least 1.
  ///   - backoff: The delays between attempts, on the run's clock.
  ///   - isWorthRetrying: Receives the error of an attempt, which names the failed step and its cause. Returns whether to try
  ///     again. Called on the run's queue. Not called after the last attempt.
  /// - Returns: The new step. The chain that follows this step is part of each attempt.
  @inlinable
  public func retry(
    attempts: Int, backoff: Backoff = .none,
    where isWorthRetrying: @escaping (_ error: FlowError) -> Bool = { _ in true }
  ) -> FlowStep {
    requireUse(
      attempts > 0,
      "Step '\(identifier)' has a retry with \(attempts) attempts; retry needs at least one attempt.")
    var backoff = backoff
    func start(_ operation: Operation<Content, Result>, _ latest: Latest<Result>, attempt: Int) {
      operation.start(self, latest) { failure in
        guard let failure else { return operation.complete(latest.take()) }
        guard attempt < attempts, failure.canBeRetried, isWorthRetrying(failure) else { return operation.fail(failure) }
        operation.replace(failure)
        operation.wait(backoff.delay(beforeRetry: attempt)) { start(operation, latest, attempt: attempt + 1) }
      }
    }
    return FlowStep(operator: .retry, on: self) { start($0, $1, attempt: 1) }
  }
}
