extension FlowStep {
  /// A step that fails if this one has not ended in time.
  ///
  /// What is under way then is cancelled, and what it reports later is ignored. The error names this step; its reason is
  /// ``FlowError/Reason-swift.enum/timedOut(after:)``.
  ///
  /// ```swift
  /// let answer = ask.timeout(.seconds(30)).recover { _ in "no answer" }
  /// ```
  ///
  /// - Parameter limit: How long the step, and what it leads to, may take on the run's clock; more than zero.
  /// - Returns: The step, which keeps this one's name.
  @inlinable
  public func timeout(_ limit: Duration) -> FlowStep {
    requireUse(
      limit > .zero, "Step '\(identifier)' is given a timeout of \(limit); it must be longer than zero.")
    return FlowStep(operator: .timeout, on: self) { operation in
      operation.limit(self, to: limit)
      operation.start(self) { operation.end(as: $0) }
    }
  }
}
