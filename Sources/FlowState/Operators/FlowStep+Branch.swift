extension FlowStep {
  /// A step that chooses what comes next by this one's result.
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
  /// - Parameter choose: Receives the result and returns the next step, nil to end the chain. Called on the run's queue
  ///   before the completion closure of the step that is returned here, which may choose otherwise.
  /// - Returns: The step, which keeps this one's name; its `nextStep` is set at each completion.
  public func branch(_ choose: @escaping (_ result: Result?) -> (any Startable)?) -> FlowStep {
    FlowStep(operator: .branch, on: self) { operation in
      operation.start(self) { ending in
        switch ending {
        case .success(let result):
          operation.step.nextStep = choose(result)
          operation.complete(result)
        case .failure(let error): operation.fail(error)
        }
      }
    }
  }
}
