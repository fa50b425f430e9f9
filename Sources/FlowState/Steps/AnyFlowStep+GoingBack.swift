extension AnyFlowStep {
  /// Takes the step's run back to the previous step; see ``FlowScope/goBack()``.
  ///
  /// Use this method in a step that doesn't know its flow. Call it in a closure of the run. It traps outside a run, and if the
  /// flow isn't ``Flow/reversible(visits:)``.
  public final func goBack() {
    let run = runToGoBack
    run.goBackSoon(to: nil)
  }

  /// Takes the step's run back to the latest earlier visit of a step; see ``FlowScope/goBack(to:)``.
  ///
  /// Call it in a closure of the run. It traps outside a run, and if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step.
  public final func goBack(to identifier: String) throws(FlowHistoryError) {
    let run = runToGoBack
    if let refusal = run.refusal(to: identifier) { throw refusal }
    run.goBackSoon(to: identifier)
  }

  private var runToGoBack: Run {
    guard let run = currentRun else {
      trap("Step '\(identifier)' cannot go back outside a run.")
    }
    run.preconditionReversible()
    return run
  }
}
