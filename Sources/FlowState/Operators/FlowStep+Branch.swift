extension FlowStep {
  /// Returns a step that chooses the next step from this step's result.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let menu = ask.branch { answer in
  ///   switch answer {
  ///   case .edit: edit
  ///   case .quit, nil: nil
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter choose: Receives the result and returns the next step; nil ends the chain. Called on the run's queue before
  ///   the completion closure of the new step, which can choose another step.
  /// - Returns: The new step. Its `nextStep` is set each time it completes.
  public func branch(_ choose: @escaping (_ result: Result?) -> (any Startable)?) -> FlowStep {
    FlowStep(operator: .branch, on: self) { operation, latest in
      operation.start(self, latest) { failure in
        if let failure { return operation.fail(failure) }
        let result = latest.take()
        operation.step.nextStep = choose(result)
        operation.complete(result)
      }
    }
  }
}
