extension FlowStep {
  /// Sets what takes back the effect of the step when its run goes back past it.
  ///
  /// Called for each visit in which the step completed and that the run takes back, the latest visit first, before the step
  /// that the run goes back to starts. It is also called for the visit that the run goes back to, because the step will do
  /// its work anew. What the steps of a nested flow have done is taken back by the step that runs it. Work that was still
  /// under way is not undone but cancelled: see ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// reserve.setUndo { _, reservation in
  ///   if let reservation { hotel.release(reservation) }
  /// }
  /// ```
  ///
  /// - Parameter undo: Receives the step, with the content that it had in that visit, and the result that it had. It runs
  ///   on the run's queue. Only runs of a ``Flow`` that is ``Flow/reversible(visits:)`` go back.
  public func setUndo(_ undo: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
    preconditionOnOwnQueue()
    self.undo = undo
  }
}
