extension AnyFlowStep {
  /// Takes the run that the step is in back to the step before; see ``FlowScope/goBack()``.
  ///
  /// For steps that do not know the flow that they are in. Call it in a closure of the run. It traps outside of a run, and
  /// if the flow is not ``Flow/reversible(visits:)``.
  public final func goBack() {
    let run = runToGoBack
    run.goBackSoon(to: nil)
  }

  /// Takes the run that the step is in back to the latest earlier visit of a step; see ``FlowScope/goBack(to:)``.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has not come past such a step.
  public final func goBack(to identifier: String) throws(FlowHistoryError) {
    let run = runToGoBack
    if let refusal = run.refusal(to: identifier) { throw refusal }
    run.goBackSoon(to: identifier)
  }

  private var runToGoBack: Run {
    guard let run = CurrentThread.run ?? attachment?.lane?.run else {
      trap("Step '\(identifier)' was to go back outside of a run.")
    }
    run.preconditionReversible()
    return run
  }
}
