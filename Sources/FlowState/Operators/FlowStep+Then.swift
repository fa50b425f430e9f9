extension FlowStep {
  /// A step that runs this one and then another, whose content is this one's result.
  ///
  /// Both make up one step: its content is this one's, its result the other's.
  ///
  /// ```swift
  /// let rename = askName.then(save)
  /// ```
  ///
  /// - Parameter next: The step to go on with. If this one ends without a result, it starts without content.
  /// - Returns: The step, which keeps this one's name.
  public func then<NewResult>(_ next: FlowStep<Result, NewResult>) -> FlowStep<Content, NewResult> {
    then(next) { $0 }
  }

  /// A step that runs this one and then another, whose content is made of this one's result.
  ///
  /// ```swift
  /// let rename = askName.then(save) { name in Profile(name: name ?? "stranger") }
  /// ```
  ///
  /// - Parameters:
  ///   - next: The step to go on with.
  ///   - transform: Makes the other step's content, on the run's queue. What it throws is the step's failure.
  /// - Returns: The step, which keeps this one's name.
  public func then<NewContent, NewResult>(
    _ next: FlowStep<NewContent, NewResult>, _ transform: @escaping (_ result: Result?) throws -> NewContent?
  ) -> FlowStep<Content, NewResult> {
    FlowStep<Content, NewResult>(operator: .then, over: self) { operation in
      operation.forward(to: self)
      operation.start(self) { ending in
        switch ending {
        case .success(let result):
          do {
            next.content = try transform(result)
          } catch {
            return operation.fail(error)
          }
          operation.start(next) { operation.end(as: $0) }
        case .failure(let error): operation.fail(error)
        }
      }
    }
  }
}
