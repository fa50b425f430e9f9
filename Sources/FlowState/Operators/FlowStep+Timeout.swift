extension FlowStep {
  /// Returns a step that fails if this step doesn't end within a time limit.
  ///
  /// At the limit, the run cancels the work under way and ignores its late reports. The error names this step, and its reason
  /// is ``FlowError/Reason-swift.enum/timedOut(after:)``.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let answer = ask.timeout(.seconds(30)).recover { _ in "no answer" }
  /// ```
  ///
  /// - Parameter limit: The time that the step and the chain that follows it may take, on the run's clock; more than zero.
  /// - Returns: The new step.
  @inlinable
  public func timeout(_ limit: Duration) -> FlowStep {
    requireUse(
      limit > .zero, "Step '\(identifier)' has a timeout of \(limit); it must be longer than zero.")
    return FlowStep(operator: .timeout, on: self) { operation, latest in
      operation.limit(self, to: limit)
      operation.conclude(with: self, latest)
    }
  }
}
