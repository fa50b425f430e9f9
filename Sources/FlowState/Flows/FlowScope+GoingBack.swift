extension FlowScope {
  /// Goes back to the previous stop, as soon as the calling closure returns.
  ///
  /// A stop is a step that shows something to a person: a prompt, a screen, a form, or a step that is declared as one; see
  /// ``AnyFlowStep/isStop``. Steps between are undone and passed over. A run that has met no stop goes back by one step. Only steps that
  /// the run's own chain started count; a nested flow with a stop inside is one.
  ///
  /// A `nextStep` that this closure has chosen doesn't start. Going back works as follows:
  /// - The run cancels the work under way, including children and nested flows, and ignores their late reports.
  /// - It undoes the visits that completed, latest first, and waits for each undo; see ``FlowStep/setUndo(_:)-(_)``.
  /// - It restores the shared values that the earlier visit began with; see ``FlowContext``.
  /// - It restores the content that the step had when that visit began, reports ``FlowEvent/Kind/contentRestored``, and starts the step.
  ///   Content that closures of the run have set since then, on this step or on later ones, is taken back. The entry of the person is in
  ///   ``FlowStep/earlierResult``.
  ///
  /// Going back from the first stop ends the run as cancelled. If the flow is nested in a reversible flow, that flow then goes
  /// back too. If it is nested in another flow, that flow is cancelled. If a final step is in the way, the run reports
  /// ``FlowEvent/Kind/backRefused(_:)`` and does nothing; see ``AnyFlowStep/isFinal``.
  ///
  /// Call this method in a closure of the run. After the run has ended, it does nothing. It traps if the flow isn't
  /// ``Flow/reversible(visits:)``.
  public func goBack() {
    guard let run else { return }
    run.preconditionReversible()
    run.goBackSoon(to: .previous)
  }

  /// Goes back to the latest earlier visit of a step, as soon as the calling closure returns; see ``goBack()``.
  ///
  /// - Parameter identifier: The name of the step. It needn't be a stop.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step, has ended, or can't go back past a final step.
  public func goBack(to identifier: String) throws(FlowHistoryError) {
    try goBack(.step(identifier))
  }

  /// Goes back by some stops, as soon as the calling closure returns; see ``goBack()``.
  ///
  /// - Parameter count: The number of stops, or of steps in a run that has met no stop; at least 1.
  /// - Throws: A ``FlowHistoryError`` if the run has fewer earlier stops, has ended, or can't go back past a final step.
  public func goBack(steps count: Int) throws(FlowHistoryError) {
    try goBack(.stops(count))
  }

  /// Goes back past the first visit, as soon as the calling closure returns. The run ends as ``goBack()`` from its first stop does.
  ///
  /// - Throws: A ``FlowHistoryError`` if the run has ended, or can't go back past a final step.
  public func goBackPastFirst() throws(FlowHistoryError) {
    try goBack(.beforeTheFirst)
  }

  private func goBack(_ target: History.Target) throws(FlowHistoryError) {
    guard let run else { throw .runEnded(endedRun) }
    try run.goBackSoonIfPossible(to: target)
  }

  /// Whether ``goBack()`` leads to an earlier step. If not, it ends the run, or is refused.
  ///
  /// Use it in a closure of the run. It traps if the flow isn't ``Flow/reversible(visits:)``.
  public var canGoBack: Bool { (try? wayBack())?.target != nil }

  /// Returns the steps that ``goBack()`` would take back and undo.
  ///
  /// Call this method in a closure of the run. It traps if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Returns: The target, and the steps that would be taken back and undone.
  /// - Throws: A ``FlowHistoryError`` if the run can't go back.
  public func wayBack() throws(FlowHistoryError) -> FlowWayBack {
    guard let run else { throw .runEnded(endedRun) }
    run.preconditionReversible()
    return try run.wayBack(to: .previous)
  }
}
