/// What reaches a lane while it waits, or rests.
extension Lane {
  /// Binds the handler that an intent has returned to the start of `step` that is under way. Unless there is a report
  /// already, the lane waits.
  @usableFromInline
  func bind(_ handler: AnyFlowStepHandler, to link: Link, of step: AnyFlowStep) -> AnyFlowStepHandler.Binding {
    if run.hooks != nil { run.hooks?.watch?.attached(handler, to: step) }
    if let engine = handler.engine {
      handler.engine?.host = nil
      handler.engine?.interruption = nil
      handler.engine?.forward = nil
      link.host = engine.host
      link.interruption = engine.interruption
      link.forward = engine.forward
    }
    waitingOn = link
    let binding = handler.bind(to: link, in: self)
    intentHasReturned()
    guard case .reported(_, let surplus) = binding else { return binding }
    waitingOn = nil
    link.settle()
    reportSurplus(surplus, link)
    return binding
  }

  /// Receives the completion of an attached handler.
  func receive(_ handler: AnyFlowStepHandler, _ link: Link) {
    guard let (report, surplus) = handler.takeReport(for: link) else { return }
    guard waitingOn === link, state.receive(isAwaited: true) == .accept, let step = takeAwaited(link) else {
      handler.drop(report.room)
      // What a step hosts tells by itself how it ended.
      reportSurplus(handler.engine?.isCompletedByEngine ?? false ? surplus : surplus + 1, link)
      return
    }
    if surplus > 0 { reportSurplus(surplus, link) }
    if report.failure != nil { handler.drop(report.room) }
    conclude(step, failure: report.failure) { step.finish($0, report.room) }
  }

  /// Receives what a handler reported after its start had settled: an open run at rest takes it, else it is extra.
  func receive(_ report: LateReport) {
    guard !report.isTakenElsewhere else { return }
    let link = report.link
    guard !report.isOnTop, let step = link.step, state.canReceiveAgain(isLatest: step.link === link) else {
      return reportSurplus(1, link)
    }
    guard report.take() else { return }
    state.receiveAgain()
    enter()
    run.moves(self)
    visit = run.nextVisitNumber()
    conclude(step, failure: report.failure) { report.finish($0) }
  }

  /// Takes the step that the lane waits on, whose report has been accepted.
  private func takeAwaited(_ link: Link) -> AnyFlowStep? {
    waitingOn = nil
    link.settle()
    enter()
    // It has settled: if its completion closure closes the lane, it is not cancelled as well.
    return current.take()
  }

  /// Settles a step with an accepted report, and lets the chain go on. `finish` calls the step's completion closure.
  @inline(__always)
  private func conclude(_ step: AnyFlowStep, failure: (any Error)?, _ finish: (AnyFlowStep) -> Void) {
    if let failure {
      goOn(with: fail(with: FlowError(of: step, at: place, because: failure), of: step))
      return
    }
    reportCompletion(of: step)
    finish(step)
    comeTo(step.next)
  }

  /// Lets the next step start soon, or the chain come to rest if there is none.
  func comeTo(_ next: consuming AnyFlowStep?) {
    guard state.phase == .moving else { return }
    upcoming = next
    wake()
  }

  /// Lets the step start soon to which a failure route has led, if it has.
  func goOn(with next: AnyFlowStep?) {
    if let next { comeTo(next) }
  }

  /// The last owner of a handler has let go of it.
  func abandon(_ link: Link) {
    guard waitingOn === link else { return }
    enter()
    goOn(with: fail(with: FlowError(step: link.identifier, place: place, reason: .abandoned), of: current))
  }

  /// The handler that the lane waits on works for another start from now on.
  func supersede(_ link: Link) {
    guard waitingOn === link else { return }
    waitingOn = nil
    setback = FlowError(step: link.identifier, place: place, reason: .superseded)
    stopWork(of: link)
    run.conductor.wakeFromOutside(self)
  }

  /// Takes a hosting step back, because it is about to complete.
  func regainCurrent(_ step: AnyFlowStep) {
    if state.phase == .waiting { current = step }
  }

  /// Gives a link to a handler that was settled without one, because it turns out to be known to others.
  @usableFromInline
  func linkAfterwards(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    handler.linkAfterwards(step, in: self)
  }

  private func reportSurplus(_ count: UInt32, _ link: Link) {
    if count > 0 { reportSurplus(count, of: link.identifier) }
  }

  @usableFromInline
  func reportSurplus(_ count: UInt32, of identifier: String) {
    guard run.isObserved, count > 0 else { return }
    for _ in 0..<count { run.report(.extraCompletionIgnored, step: identifier, at: place) }
  }
}
