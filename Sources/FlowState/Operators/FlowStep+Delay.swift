extension FlowStep {
  /// A step that lets time pass before it starts this one.
  ///
  /// ```swift
  /// let reminder = show.delay(.seconds(10))
  /// ```
  ///
  /// - Parameter delay: How long to wait, on the run's clock; not negative. Zero starts the step at once.
  /// - Returns: The step, which keeps this one's name.
  public func delay(_ delay: Duration) -> FlowStep {
    requireUse(delay >= .zero, "Step '\(identifier)' is to start after \(delay); a delay must not be negative.")
    return FlowStep(operator: .delay, on: self) { operation in
      operation.wait(delay) {
        operation.start(self) { operation.end(as: $0) }
      }
    }
  }
}
