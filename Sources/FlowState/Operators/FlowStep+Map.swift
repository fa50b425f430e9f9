extension FlowStep {
  /// A step that yields something made of this one's result.
  ///
  /// ```swift
  /// let age = askText.map { text in
  ///   guard let age = Int(text) else { throw NotANumber(text) }
  ///   return age
  /// }
  /// ```
  ///
  /// - Parameter transform: Makes the new result, on the run's queue. Nil, which stands for no result, stays nil without it.
  ///   What it throws is the step's failure; a ``FlowError`` is passed on as it is.
  /// - Returns: The step, which keeps this one's name.
  public func map<NewResult>(_ transform: @escaping (_ result: Result) throws -> NewResult?) -> FlowStep<
    Content, NewResult
  > {
    FlowStep<Content, NewResult>(operator: .map, over: self) { operation in
      operation.forward(to: self)
      operation.start(self) { ending in
        switch ending {
        case .success(let result): operation.complete { try result.flatMap(transform) }
        case .failure(let error): operation.fail(error)
        }
      }
    }
  }

  /// A step that makes this one's content of its own.
  ///
  /// ```swift
  /// let greet = say.mapContent { (user: User) in "Hello \(user.name)" }
  /// ```
  ///
  /// - Parameter transform: Makes this step's content, on the run's queue: before it starts, and when the content is set
  ///   anew while it waits. Without content it is not called. What it throws is the step's failure.
  /// - Returns: The step, which keeps this one's name.
  public func mapContent<NewContent>(
    _ transform: @escaping (_ content: NewContent) throws -> Content?
  ) -> FlowStep<NewContent, Result> {
    FlowStep<NewContent, Result>(operator: .mapContent, over: self) { operation in
      // The operation holds the handler that holds this closure.
      operation.forward { [weak operation] content in
        do {
          self.content = try transform(content)
        } catch {
          operation?.fail(error)
        }
      }
      operation.start(self) { operation.end(as: $0) }
    }
  }
}
