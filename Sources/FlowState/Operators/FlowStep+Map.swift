extension FlowStep {
  /// Returns a step that transforms this step's result.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let age = askText.map { text in
  ///   guard let age = Int(text) else { throw NotANumber(text) }
  ///   return age
  /// }
  /// ```
  ///
  /// - Parameter transform: Receives the result and returns the new one. Called on the run's queue. Not called if there is no
  ///   result; the new step then completes without a result too. If it throws an error, the new step fails with that error. A
  ///   ``FlowError`` is passed on unchanged.
  /// - Returns: The new step.
  public func map<NewResult>(_ transform: @escaping (_ result: Result) throws -> NewResult?) -> FlowStep<
    Content, NewResult
  > {
    let latest = Latest<Result>()
    return FlowStep<Content, NewResult>(operator: .map, over: self, { self.setContentOfOperator($0) }) { operation in
      operation.start(self, latest) { failure in
        if let failure { return operation.fail(failure) }
        operation.complete { try latest.take().flatMap(transform) }
      }
    }
  }

  /// Returns a step that transforms its content into this step's content.
  ///
  /// The new step keeps this step's name. Its events carry the operator in ``FlowEvent/wrapper``.
  ///
  /// ```swift
  /// let greet = say.mapContent { (user: User) in "Hello \(user.name)" }
  /// ```
  ///
  /// - Parameter transform: Receives the new step's content and returns this step's content. Called on the run's queue before
  ///   this step starts, and each time the content is set while the step waits. Not called if there is no content. If it
  ///   throws an error, the new step fails with that error as soon as the closure that has set the content returns.
  /// - Returns: The new step.
  public func mapContent<NewContent>(
    _ transform: @escaping (_ content: NewContent) throws -> Content?
  ) -> FlowStep<NewContent, Result> {
    let latest = Latest<Result>()
    return FlowStep<NewContent, Result>(operator: .mapContent, over: self) { operation in
      // Weak, because the operation holds this closure.
      operation.receive = { [weak operation] content in
        do {
          self.setContentOfOperator(try transform(content))
        } catch {
          operation?.failSoon(error)
        }
      }
      operation.conclude(with: self, latest)
    }
  }
}
