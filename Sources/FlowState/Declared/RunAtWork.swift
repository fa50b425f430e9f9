/// The run whose closure executes on this thread, as the routes of a chain see it. They execute in closures of the run.
package enum RunAtWork {
  /// The probe that chooses routes, in a test.
  package static var script: (any RunProbe)? { CurrentThread.run?.probes?.script }

  /// The place of the run; nil without one.
  package static var place: FlowPlace? { CurrentThread.run?.place }

  /// Whether no step of the lane is under way: the latest one has settled, and the next one hasn't started.
  package static var isBetweenSteps: Bool { CurrentThread.lane?.isMoving ?? false }

  /// Goes back to the previous stop, as soon as the executing closure returns. A run that can't go back fails because of a step
  /// that has completed.
  package static func goBackSoon(orFail step: String) {
    guard let lane = CurrentThread.lane else { return }
    let fail = { (refusal: FlowHistoryError) in
      lane.run.eventLoop.meet {
        guard lane.isMoving else { return }
        lane.failSoon(FlowError(step: step, place: lane.place, reason: .failed(refusal)))
        lane.wake()
      }
    }
    do {
      try lane.run.goBackSoonIfPossible(to: .previous) { refusal in
        if let refusal { fail(refusal) }
      }
    } catch {
      fail(error)
    }
  }

  /// Goes back to the previous stop, as soon as the executing failure route returns. A run that can't go back fails, if the route
  /// doesn't catch the failure.
  package static func goBackSoon() { try? CurrentThread.run?.goBackSoonIfPossible(to: .previous) }

  /// Ends this part of a durable run, as soon as the executing closure returns. The run continues in another part.
  package static func setAsideSoon() { CurrentThread.lane?.run.setAsideSoon() }

  /// Reports that the visit of a step is undone.
  package static func reportUndone(_ step: AnyFlowStep) {
    if let run = CurrentThread.run { run.report(.stepUndone, of: step.name, at: run.place) }
  }
}
