extension FlowStep {
  /// A step that completes with a value of your own when this one fails.
  ///
  /// ```swift
  /// let count = fetchCount.recover { error in
  ///   if case .timedOut = error.reason { 0 } else { throw error }
  /// }
  /// ```
  ///
  /// - Parameter fallback: Receives the error, on the run's queue, and returns the result to go on with. What it throws is the
  ///   step's failure; the error that it received is passed on as it is.
  /// - Returns: The step, which keeps this one's name.
  public func recover(_ fallback: @escaping (_ error: FlowError) throws -> Result?) -> FlowStep {
    FlowStep(operator: .recover, on: self) { operation in
      operation.start(self) { ending in
        switch ending {
        case .success(let result): operation.complete(result)
        case .failure(let error): operation.complete { try fallback(error) }
        }
      }
    }
  }

  /// A step that goes on with another one when this one fails.
  ///
  /// ```swift
  /// let picture = download.recover(with: readFromCache)
  /// ```
  ///
  /// - Parameter fallback: The step to start instead; if the step that is returned here has content, with that. If it fails
  ///   as well, so does the step, with its error.
  /// - Returns: The step, which keeps this one's name.
  public func recover(with fallback: FlowStep) -> FlowStep {
    FlowStep(operator: .recover, on: self) { operation in
      operation.start(self) { ending in
        switch ending {
        case .success(let result): operation.complete(result)
        case .failure:
          if let content = operation.step.content { fallback.content = content }
          operation.start(fallback) { operation.end(as: $0) }
        }
      }
    }
  }
}
