/// The report of a step that the engine completes, because the work that the step hosts has ended.
enum EngineReport {
  /// The report of a handler that the engine has completed.
  case mail(ReportMail)
  /// The ending of an operator's step.
  case ending(of: LaneHost)

  /// Delivers the report inside the delivery of its cause.
  func deliver() {
    switch self {
    case .mail(let mail): mail.deliverInside()
    case .ending(let host): host.deliverEnding()
    }
  }
}

/// An action of the event loop for the time when nothing of a finished run is on the engine's stack.
enum DeferredAction {
  /// Ends a run that has departed.
  case end(Run, any RunCompletion, FlowOutcome<Never>)
  /// Releases lanes.
  case release([Lane])
}
