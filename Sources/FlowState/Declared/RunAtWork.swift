/// The run whose closure executes on this thread, as the routes of a chain see it. They execute in closures of the run.
package enum RunAtWork {
  /// The probe that chooses routes, in a test.
  package static var script: (any RunProbe)? { CurrentThread.run?.probes?.script }

  /// The place of the run; nil without one.
  package static var place: FlowPlace? { CurrentThread.run?.place }

  /// Whether no step of the lane is under way: the latest one has settled, and the next one hasn't started.
  package static var isBetweenSteps: Bool { CurrentThread.lane?.isMoving ?? false }

  /// Goes back to the previous stop, as soon as the executing closure returns.
  ///
  /// - Throws: The refusal, if the run can't go back.
  package static func goBackSoon() throws(FlowHistoryError) {
    try CurrentThread.run?.goBackSoonIfPossible(to: .previous)
  }

  /// Fails the run, as soon as the executing closure returns, because of a step that has completed.
  package static func failSoon(_ step: String, because cause: any Error) {
    guard let lane = CurrentThread.lane else { return }
    let error = FlowError(step: step, place: lane.place, reason: .failed(cause))
    lane.run.eventLoop.meet {
      guard lane.isMoving else { return }
      lane.failSoon(error)
      lane.wake()
    }
  }

  /// Ends this part of a durable run, as soon as the executing closure returns. The run continues in another part.
  package static func setAsideSoon() { CurrentThread.lane?.run.setAsideSoon() }

  /// Reports that the visit of a step is undone.
  package static func reportUndone(_ step: AnyFlowStep) {
    if let run = CurrentThread.run { run.report(.stepUndone, of: step.name, at: run.place) }
  }
}
