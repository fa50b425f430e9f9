extension FlowStep {
  /// Returns a step that runs this step and then another step with this step's result as content.
  ///
  /// The new step has this step's content and the other step's result. It keeps this step's name. Its events carry the
  /// operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let rename = askName.then(save)
  /// ```
  ///
  /// - Parameter next: The step to run second. If this step completes without a result, it starts without content.
  /// - Returns: The new step.
  public func then<NewResult>(_ next: FlowStep<Result, NewResult>) -> FlowStep<Content, NewResult> {
    then(next) { $0 }
  }

  /// Returns a step that runs this step and then another step with content made from this step's result.
  ///
  /// The new step has this step's content and the other step's result. It keeps this step's name. Its events carry the
  /// operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let rename = askName.then(save) { name in Profile(name: name ?? "stranger") }
  /// ```
  ///
  /// - Parameters:
  ///   - next: The step to run second.
  ///   - transform: Receives the result and returns the other step's content. Called on the run's queue. If it throws an
  ///     error, the new step fails with that error.
  /// - Returns: The new step.
  public func then<NewContent, NewResult>(
    _ next: FlowStep<NewContent, NewResult>, _ transform: @escaping (_ result: Result?) throws -> NewContent?
  ) -> FlowStep<Content, NewResult> {
    let (first, second) = (Latest<Result>(), Latest<NewResult>())
    return FlowStep<Content, NewResult>(operator: .then, over: self, { self.setContentOfOperator($0) }) { operation in
      operation.start(self, first) { failure in
        if let failure { return operation.fail(failure) }
        do {
          next.content = try transform(first.take())
        } catch {
          return operation.fail(error)
        }
        operation.conclude(with: next, second)
      }
    }
  }
}
