extension FlowScope {
  /// Goes back to the previous step, as soon as the calling closure returns.
  ///
  /// A `nextStep` that this closure has chosen doesn't start. The previous step is the one that the run's own chain started
  /// before the current one. Going back works as follows:
  /// - The run cancels the work under way, including children and nested flows, and ignores their late reports.
  /// - It undoes the visits that completed, latest first; see ``FlowStep/setUndo(_:)``.
  /// - It restores the shared values that the previous visit began with; see ``FlowContext``.
  /// - It restores the content that the previous step had in its visit, and starts the step.
  ///
  /// Going back from the first step ends the run as cancelled. If the flow is nested in a reversible flow, that flow then goes
  /// back too. If it is nested in another flow, that flow is cancelled.
  ///
  /// Call this method in a closure of the run. After the run has ended, it does nothing. It traps if the flow isn't
  /// ``Flow/reversible(visits:)``.
  public func goBack() {
    guard let run else { return }
    run.preconditionReversible()
    run.goBackSoon(to: nil)
  }

  /// Goes back to the latest earlier visit of a step, as soon as the calling closure returns; see ``goBack()``.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step, or has ended.
  public func goBack(to identifier: String) throws(FlowHistoryError) {
    guard let run else { throw .runEnded(endedRun) }
    run.preconditionReversible()
    if let refusal = run.refusal(to: identifier) { throw refusal }
    run.goBackSoon(to: identifier)
  }
}
