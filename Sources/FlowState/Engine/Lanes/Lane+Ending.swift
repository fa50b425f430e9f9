/// The ways in which a lane comes to rest, fails or ends.
extension Lane {
  /// The wait of a lane in place of a step, which few lanes have.
  enum Pending {
    /// A failure that the lane handles the next time it moves. In a block of its own, because an error is large.
    indirect case failure(PendingFailure)
    /// The delay before the failed step is tried again.
    case retry(DelayedCall)
  }

  /// A failure that waits until the lane moves.
  struct PendingFailure {
    let error: FlowError
    /// Whether a step has settled with the failure.
    var isSettled = false
    /// The settled step whose failure route hasn't been asked.
    var step: AnyFlowStep?
  }

  /// Handles a failure of the current step the next time the lane moves.
  func failSoon(_ error: FlowError) { failSoon(PendingFailure(error: error)) }

  func comeToRest() {
    let isForGood = changeState { $0.rest() }
    if isRoot || !isForGood {
      if run.isObserved {
        run.report(.rested, of: nil, at: place)
        if isRoot, !isForGood { run.reportFindings() }
      }
    }
    if isForGood { return finish(nil) }
    // A custom step can start its next step again by itself now.
    if let extras = run.extras {
      for relay in extras.relays.take(where: { $0.serves(self) }) { relay.withdraw() }
    }
    run.rests(self)
  }

  /// Ends the lane for good.
  ///
  /// - Parameter failure: The failure that ended it; nil if it came to rest.
  func finish(_ failure: FlowError?) {
    if let host = takeHost() {
      host.laneEnded(self, failure)
    } else {
      run.end(failure)
    }
  }

  /// Fails a step. Its failure route decides how the chain continues. Without a route, the chain ends.
  ///
  /// Returns the step that the route starts at once; nil if there is none.
  func fail(with error: FlowError, of step: AnyFlowStep?, isRouted: Bool = true) -> AnyFlowStep? {
    let work = leaveFailedStep()
    moveOn()
    if run.isObserved {
      if isRoot { run.findings?.failed() }
      run.report(error.event, of: step?.name ?? StepName(error.step), at: place)
    }
    if !work.isEmpty || step?.extras != nil { stop(work, of: step) }
    notify(step, .failed(error))
    return takeRoute(after: error, of: isRouted ? step : nil)
  }

  /// Fails because of a failure that had to wait until the lane moved.
  func fail(with pending: PendingFailure) -> AnyFlowStep? {
    guard pending.isSettled else { return fail(with: pending.error, of: current, isRouted: false) }
    return takeRoute(after: pending.error, of: pending.step)
  }

  /// Asks the failure route of a settled step how the chain continues. Without a route, the chain ends.
  private func takeRoute(after error: FlowError, of step: AnyFlowStep?) -> AnyFlowStep? {
    var step = step
    if state.phase == .moving, let failed = step, let route = failed.failureRoute {
      let direction = route(error)
      if let next = follow(direction, from: failed) { return next }
      if case .end = direction {
        if state.phase == .moving { comeToRestAfterRequests() }
        return nil
      }
      step = nil
    }
    // A closure can have gone back or cancelled the run, and the run can still refuse to go back.
    switch state.phase {
    case .moving: end(with: error)
    case .returning: failSoon(PendingFailure(error: error, isSettled: true, step: step))
    case .waiting, .resting, .ended: break
    }
    return nil
  }

  /// Ends the lane with a failure that no route has caught, after the requests of the closure that has just returned.
  private func end(with error: FlowError) {
    if state.isOpen, run.isOpen {
      comeToRestAfterRequests()
    } else if run.eventLoop.hasRequests {
      failSoon(PendingFailure(error: error, isSettled: true))
      wake()
    } else if changeState({ $0.end() }) {
      finish(error)
    }
  }

  /// Comes to rest after the requests of the closure that has just returned, such as to cancel the run or to complete a coordinator.
  private func comeToRestAfterRequests() {
    if run.eventLoop.hasRequests { wake() } else { comeToRest() }
  }

  private func follow(_ route: FailureRoute, from step: AnyFlowStep) -> AnyFlowStep? {
    switch route {
    case .goTo(let next):
      return AnyFlowStep.of(next)
    case .retry(let delay) where delay == .zero:
      run.noteRetry(of: step, in: self)
      return step
    case .retry(let delay):
      run.noteRetry(of: step, in: self)
      requireUse(
        delay > .zero, "Step '\(step.identifier)' has a retry delay of \(delay); a delay must not be negative.")
      // A lane that is about to go back waits only if that is refused.
      let waits = isMoving
      guard changeState({ $0.pause() }) else { return nil }
      if waits, run.isObserved { run.report(.stepDelayed(by: delay), of: step.name, at: place) }
      retry(step, after: delay)
      return nil
    case .end, .fail:
      return nil
    }
  }

  /// Cancels a step whose own intent has closed the lane and then started work.
  func cutOff(_ step: AnyFlowStep) {
    let work = leaveFailedStep()
    stop(work, of: step)
    settleAsCancelled(step, step.name, at: place)
  }

  /// Settles a step of the lane as cancelled.
  func settleAsCancelled(_ step: AnyFlowStep?, _ name: StepName, at place: FlowPlace) {
    // The step's visit continues elsewhere.
    if run.isSetAside { return }
    if run.isObserved { run.report(.stepCancelled, of: name, at: place) }
    notify(step, .cancelled)
  }

  /// Passes an ending other than completion to the step's outcome closure.
  private func notify(_ step: AnyFlowStep?, _ ending: FlowOutcome<Never>) {
    guard let ended = step?.failedOrCancelled else { return }
    let outer = run.eventLoop.exchangeLane(self)
    ended(ending)
    run.eventLoop.restoreLane(outer)
  }
}

extension FlowError {
  /// The event that reports the error.
  fileprivate var event: FlowEvent.Kind {
    switch reason {
    case .abandoned where !isPassedOn: .stepAbandoned(self)
    case .timedOut where !isPassedOn: .stepTimedOut(self)
    default: .stepFailed(self)
    }
  }
}
