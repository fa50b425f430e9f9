extension NimbusNavigator {
  /// Completes the flow step that shows the screen without a result, for instance because the user has left. Nothing
  /// happens if no step shows it, or the step is over.
  public func leaveStep() {
    _ = stepCompletion?.take(nil)
  }

  /// Fails the flow step that shows the screen. Nothing happens if no step shows it, or the step is over.
  ///
  /// - Parameter error: What went wrong.
  public func failStep(_ error: any Error) {
    stepCompletion?.fail(error)
  }

  private var stepCompletion: StepCompletion? { scope.get(StepCompletion.key) as? StepCompletion }
}
