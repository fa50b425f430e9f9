/// What reaches a lane while it waits, or rests.
extension Lane {
  /// Takes note of a handler that is going to be attached for a start of `step`.
  @usableFromInline
  func welcome(_ handler: AnyFlowStepHandler, for step: AnyFlowStep) {
    handler.moveHome(to: unownedConductor._withUnsafeGuaranteedRef { $0.home }, for: step)
    if run.hooks != nil { run.hooks?.watch?.attached(handler, to: step) }
  }

  /// Readies a handler, also one that has served before, to be attached for a start of `step`.
  ///
  /// Returns the link that it has in this run's conductor already, or nil if it needs one.
  @usableFromInline
  func prepare(_ handler: AnyFlowStepHandler, for step: AnyFlowStep) -> Link? {
    welcome(handler, for: step)
    while true {
      switch handler.transition({ $0.renew() }) {
      case .free:
        guard let link = handler.link, link.conductor === run.conductor else { return nil }
        return link
      case .busy:
        precondition(
          handler.link?.conductor === run.conductor,
          "The handler that step '\(step.identifier)' returned still works for a step of another run.")
        return handler.link
      case .again:
        continue
      }
    }
  }

  /// Attaches a prepared handler, whose update handler has been called, to the step that is starting.
  ///
  /// Returns whether the handler has reported already and the report is to be taken now; otherwise the lane waits.
  @usableFromInline
  func attach(_ handler: AnyFlowStepHandler, _ link: Link) -> Bool {
    switch handler.transition({ $0.attach() }) {
    case .wait:
      waitingOn = link
      return false
    case .take:
      if link.interruption != nil { link.interruption = nil }
      reportSurplus(handler.transition { $0.deliver() }, link)
      return true
    }
  }

  /// Receives the completion of an attached handler.
  func receive(_ handler: AnyFlowStepHandler, _ link: Link) {
    let surplus = handler.transition { $0.deliver() }
    guard waitingOn === link, state.receive(isAwaited: true) == .accept, let step = takeAwaited(link) else {
      // What a step hosts tells by itself how it ended.
      reportSurplus(handler.isEngines ? surplus : surplus + 1, link)
      return
    }
    if surplus > 0 { reportSurplus(surplus, link) }
    conclude(step, failure: handler.takeFailure()) { step.finish($0, handler) }
  }

  /// Receives what a handler reports after it has completed. `finish` calls the step's completion closure.
  func receiveAgain(
    _ handler: AnyFlowStepHandler, _ link: Link, during visit: Int, failure: (any Error)?,
    finish: (AnyFlowStep) -> Void
  ) {
    guard let step = accept(handler, link, during: visit) else { return reportSurplus(1, link) }
    conclude(step, failure: failure, finish)
  }

  /// Decides on a repeated report; returns the step that it completes, nil if it is extra.
  private func accept(_ handler: AnyFlowStepHandler, _ link: Link, during visit: Int) -> AnyFlowStep? {
    if visit != 0, visit == self.visit, waitingOn === link, current != nil,
      handler.transition({ $0.settleWaiting() }), state.receive(isAwaited: true) == .accept
    {
      return takeAwaited(link)
    }
    guard let step = link.step, state.receiveAgain(isLatest: step.link === link) == .accept else { return nil }
    enter()
    run.moves(self)
    self.visit = run.nextVisitNumber()
    return step
  }

  /// Takes the step that the lane waits on, whose report has been accepted.
  private func takeAwaited(_ link: Link) -> AnyFlowStep? {
    waitingOn = nil
    if link.interruption != nil { link.interruption = nil }
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
    interrupt(link)
    run.conductor.wakeFromOutside(self)
  }

  /// Takes a hosting step back, because it is about to complete.
  func regainCurrent(_ step: AnyFlowStep) {
    if state.phase == .waiting { current = step }
  }

  /// Reports what came to a handler that was settled without a link.
  @usableFromInline
  func reportUnseen(_ handler: AnyFlowStepHandler, of step: AnyFlowStep) {
    let surplus = handler.transition { $0.deliver() }
    if surplus > 0 { reportSurplus(surplus, of: step.identifier) }
  }

  private func reportSurplus(_ count: UInt32, _ link: Link) {
    if count > 0 { reportSurplus(count, of: link.identifier) }
  }

  private func reportSurplus(_ count: UInt32, of identifier: String) {
    guard run.isObserved else { return }
    for _ in 0..<count { run.report(.extraCompletionIgnored, step: identifier, at: place) }
  }
}
