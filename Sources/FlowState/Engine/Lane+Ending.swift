/// How a lane comes to rest, fails, or is closed.
extension Lane {
  func comeToRest() {
    let isForGood = state.rest()
    if isRoot || !isForGood {
      if run.isObserved { run.report(.rested, step: nil, at: place) }
    }
    if isForGood { finish(.rested) } else { run.rests(self) }
  }

  func finish(_ ending: Ending) {
    // A handler that outlives the lane must not keep what waited for it.
    if let ended = ended.take() { ended(self, ending) } else { run.end(ending) }
  }

  /// The step's own intent has closed the lane, and then started work.
  func cutOff(_ identifier: String) {
    let link = waitingOn
    waitingOn = nil
    current = nil
    link?.interrupt()
    if run.isObserved { run.report(.stepCancelled, step: identifier, at: place) }
  }

  /// A step has failed: its failure route decides; without one the chain ends.
  ///
  /// Returns the step that the route leads to at once, nil if there is none.
  func fail(with error: FlowError, of step: AnyFlowStep?) -> AnyFlowStep? {
    current = nil
    upcoming = nil
    let link = waitingOn
    waitingOn = nil
    if run.isObserved {
      let isAbandoned = if case .abandoned = error.reason { true } else { false }
      run.report(isAbandoned ? .stepAbandoned(error) : .stepFailed(error), step: error.step, at: place)
    }
    link?.interrupt()
    guard state.phase != .ended else { return nil }
    if let step, let route = step.failureRoute, let next = follow(route(error), from: step) { return next }
    guard state.phase != .ended, pause == nil else { return nil }
    if state.isOpen, run.isOpen {
      comeToRest()
    } else if state.end() {
      finish(.failed(error))
    }
    return nil
  }

  private func follow(_ route: FailureRoute, from step: AnyFlowStep) -> AnyFlowStep? {
    switch route {
    case .goTo(let next):
      state.goOn()
      return AnyFlowStep.of(next)
    case .retry(let delay) where delay == .zero:
      state.goOn()
      return step
    case .retry(let delay):
      precondition(delay > .zero, "Step '\(step.identifier)' is to be retried after \(delay), which is negative.")
      state.pause()
      pause = Pause(self, before: step, delay)
      return nil
    case .fail:
      return nil
    }
  }

  /// Ends the lane from outside: its step, and whatever that step has started, is cancelled.
  func close() {
    let place = place
    // A step that is starting settles when its intent has returned.
    let step = state.phase == .waiting && pause == nil ? waitingOn?.identifier : nil
    let wasAtWork = state.end()
    ended = nil
    guard wasAtWork else { return }
    let link = waitingOn
    waitingOn = nil
    current = nil
    upcoming = nil
    setback = nil
    pause?.end()
    pause = nil
    link?.interrupt()
    if run.isObserved, let step { run.report(.stepCancelled, step: step, at: place) }
  }
}
