extension FlowStep {
  /// Sets a closure that undoes the effect of the step when its run goes back past it.
  ///
  /// The run calls the closure for each completed visit that it takes back, latest first, before the target step starts. It
  /// also calls it for the visit that it goes back to, because the step repeats its work. For a nested flow, set the closure
  /// on the step that runs it. Work that is still under way is cancelled, not undone; see ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// reserve.setUndo { _, reservation in
  ///   if let reservation { hotel.release(reservation) }
  /// }
  /// ```
  ///
  /// - Parameter undo: Receives the step, with the content of that visit, and the result of that visit. Called on the run's
  ///   queue. Only the runs of a ``Flow/reversible(visits:)`` flow go back.
  public func setUndo(_ undo: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
    preconditionOnOwnQueue()
    self.undo = undo
  }
}
