extension FlowStep {
  /// Returns a step that completes with a fallback value when this step fails.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let count = fetchCount.recover { error in
  ///   if case .timedOut = error.reason { 0 } else { throw error }
  /// }
  /// ```
  ///
  /// - Parameter fallback: Receives the error and returns the result to continue with. Called on the run's queue. If it throws
  ///   an error, the new step fails with that error. If it throws the error that it received, that error is passed on
  ///   unchanged.
  /// - Returns: The new step.
  public func recover(_ fallback: @escaping (_ error: FlowError) throws -> Result?) -> FlowStep {
    FlowStep(operator: .recover, on: self) { operation, latest in
      operation.start(self, latest) { failure in
        switch failure {
        case nil: operation.complete(latest.take())
        // A route of the chain catches that a person has left a flow.
        case let failure? where failure.isLeftBackwards: operation.fail(failure)
        case let failure?: operation.complete { try fallback(failure) }
        }
      }
    }
  }

  /// Returns a step that starts a fallback step when this step fails.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let picture = download.recover(with: readFromCache)
  /// ```
  ///
  /// - Parameter fallback: The step to start when this step fails. If the new step has content, the fallback receives it. If
  ///   the fallback fails, the new step fails with the fallback's error.
  /// - Returns: The new step.
  public func recover(with fallback: FlowStep) -> FlowStep {
    FlowStep(operator: .recover, on: self) { operation, latest in
      operation.start(self, latest) { failure in
        guard let failure else { return operation.complete(latest.take()) }
        if failure.isLeftBackwards { return operation.fail(failure) }
        operation.replace(failure)
        operation.receive = { fallback.setContentOfOperator($0) }
        if let content = operation.step.content {
          fallback.setContentOfOperator(content)
        } else {
          fallback.dropContentOfOperator()
        }
        operation.conclude(with: fallback, latest)
      }
    }
  }
}
