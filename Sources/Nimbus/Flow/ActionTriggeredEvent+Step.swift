extension ActionTriggeredEvent {
  /// Completes the flow step that shows the screen. An action receives the event from ``CoreAction``:
  ///
  /// ```swift
  /// struct Save: ActionDecodable {
  ///   @CoreAction var event: ActionTriggeredEvent
  ///   var name: String
  ///
  ///   func execute() throws { try event.completeStep(with: Profile(name: name)) }
  /// }
  /// ```
  ///
  /// - Parameter result: The result of the step. If it's nil, the step completes without a result.
  /// - Throws: ``ScreenStepError`` if no step shows the screen, or if the result of the step has another type.
  public func completeStep<Result>(with result: Result?) throws {
    let completion = try stepCompletion
    guard completion.take(result) else {
      throw ScreenStepError.otherResult(expected: "\(completion.result)", found: "\(Result.self)")
    }
  }

  /// Completes the flow step that shows the screen without a result.
  ///
  /// - Throws: ``ScreenStepError`` if no step shows the screen.
  public func finishStep() throws {
    _ = try stepCompletion.take(nil)
  }

  /// Fails the flow step that shows the screen.
  ///
  /// - Parameter error: The error with which the step fails.
  /// - Throws: ``ScreenStepError`` if no step shows the screen.
  public func failStep(_ error: any Error) throws {
    try stepCompletion.fail(error)
  }

  var stepCompletion: StepCompletion {
    get throws {
      guard let completion = scope.value(forKey: StepCompletion.key) as? StepCompletion else {
        throw ScreenStepError.noStep
      }
      return completion
    }
  }
}
