extension FlowStep {
  /// Returns a step that waits before it starts this step.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let reminder = show.delay(.seconds(10))
  /// ```
  ///
  /// - Parameter delay: The time to wait, on the run's clock. Must not be negative. Zero starts the step at once.
  /// - Returns: The new step.
  public func delay(_ delay: Duration) -> FlowStep {
    requireUse(delay >= .zero, "Step '\(identifier)' has a delay of \(delay); a delay must not be negative.")
    return FlowStep(operator: .delay, on: self) { operation, latest in
      operation.wait(delay) {
        operation.conclude(with: self, latest)
      }
    }
  }
}
