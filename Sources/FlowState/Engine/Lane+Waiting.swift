/// Messages to a lane that waits or rests.
extension Lane {
  /// Binds the handler that an intent has returned to the current start of `step`. The lane waits, unless the report has
  /// already arrived.
  @usableFromInline
  func bind(_ handler: AnyFlowStepHandler, to attachment: Attachment, of step: AnyFlowStep)
    -> AnyFlowStepHandler.Binding
  {
    if run.probes != nil { tellOfHandler(handler, of: step) }
    if let engine = handler.engine {
      handler.engine?.host = nil
      handler.engine?.interruption = nil
      handler.engine?.forward = nil
      attachment.host = engine.host
      attachment.interruption = engine.interruption
      attachment.forward = engine.forward
    }
    waitingOn = attachment
    let binding = handler.bind(to: attachment, in: self)
    intentHasReturned()
    guard case .reported(_, let surplus) = binding else { return binding }
    waitingOn = nil
    attachment.settle()
    reportSurplus(surplus, attachment)
    return binding
  }

  /// Receives a report that arrived after its start had settled. An open run at rest accepts it. Otherwise it is extra.
  func lateReportArrived(_ report: LateReport) {
    guard !report.isTakenElsewhere else { return }
    let attachment = report.attachment
    guard !report.isOnTop, let step = attachment.step, state.canAcceptAgain(isLatest: step.attachment === attachment)
    else {
      return reportSurplus(1, attachment)
    }
    guard report.take() else { return }
    state.acceptAgain()
    makeCurrent()
    run.moves(self)
    visit = run.nextVisitNumber()
    settle(step, with: AnyFlowStepHandler.Report(storage: report.takeStorage(), failure: report.failure))
  }

  /// Fails the current step as abandoned, because the last owner of its handler has released it.
  func abandon(_ attachment: Attachment) {
    guard waitingOn === attachment else { return }
    makeCurrent()
    goOn(with: fail(with: FlowError(step: attachment.identifier, place: place, reason: .abandoned), of: current))
  }

  /// Fails the current step as superseded, because another start has its handler.
  func supersede(_ attachment: Attachment) {
    guard waitingOn === attachment else { return }
    waitingOn = nil
    pendingFailure = FlowError(step: attachment.identifier, place: place, reason: .superseded)
    stopWork(of: attachment)
    run.eventLoop.wakeFromOutside(self)
  }

  /// Takes a hosting step back before it completes.
  func regainCurrent(_ step: AnyFlowStep) {
    if state.phase == .waiting { current = step }
  }

  /// Attaches a handler that settled without an attachment, because other code still refers to it.
  @usableFromInline
  func attachAfterwards(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    handler.attachAfterwards(step, in: self)
  }

  func reportSurplus(_ count: UInt32, _ attachment: Attachment) {
    if count > 0 { reportSurplus(count, of: attachment.name) }
  }

  @usableFromInline
  func reportSurplus(_ count: UInt32, of name: StepName) {
    guard run.isObserved, count > 0 else { return }
    for _ in 0..<count { run.report(.extraCompletionIgnored, of: name, at: place) }
  }
}
