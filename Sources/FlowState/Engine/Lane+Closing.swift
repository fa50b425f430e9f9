/// Closes lanes from outside, because their run is cancelled or goes back, or because a sibling has failed.
extension Lane {
  /// Ends the lane from outside and cancels its step and everything that the step has started.
  @usableFromInline
  func close() {
    if let closing = prepareToClose() { closing.finish() }
  }

  /// Leaves the current step because the run goes back.
  func leaveStep() {
    let wasWaiting = state.phase == .waiting
    if state.goBack() { detachStep(wasWaiting).finish() }
  }

  /// Leaves the current step and stops: the lane of an open run comes to rest.
  func leaveChain() {
    leaveStep()
    if state.phase == .moving { comeToRest() }
  }

  /// Ends the work that a step has started. The closures that it calls belong to this lane.
  func stop(_ work: AwaitedWork, of step: AnyFlowStep?) {
    LaneClosing(lane: self, work: work, step: step, cancelled: nil, place: place).finish()
  }

  /// Ends the lane itself. Returns a closing for the caller to finish; nil if the lane wasn't at work.
  fileprivate func prepareToClose() -> LaneClosing? {
    let wasWaiting = state.phase == .waiting
    let wasAtWork = state.end()
    host = nil
    return wasAtWork ? detachStep(wasWaiting) : nil
  }

  /// Releases the step that the lane waits for. A step that is starting settles when its intent has returned.
  private func detachStep(_ wasWaiting: Bool) -> LaneClosing {
    // A lane can also wait for the delay of a retry, or move on after a step was superseded.
    let isAwaiting = isAwaiting
    let work = endAwaiting()
    let name = isAwaiting ? current?.name ?? work.attachment?.name : pendingFailure.map { StepName($0.step) }
    let closing = LaneClosing(
      lane: self, work: work, step: current, cancelled: wasWaiting && retryDelay == nil ? name : nil, place: place)
    current = nil
    upcoming = nil
    pendingFailure = nil
    retryDelay?.end()
    retryDelay = nil
    return closing
  }
}

/// A lane that was ended from outside, and whose step hasn't been notified yet.
private struct LaneClosing {
  let lane: Lane
  /// What ends together with the visit that the lane waited for.
  var work: AwaitedWork
  let step: AnyFlowStep?
  /// The name of the step that is cancelled; nil if no step was waiting.
  let cancelled: StepName?
  let place: FlowPlace

  /// Closes the lanes inside the step, and the lanes inside those, and then notifies each step that it is cancelled: innermost
  /// first, and the last sibling first. Uses a loop, because flows and operators can be nested deeply.
  func finish() {
    guard work.host != nil else { return settle(nil) }
    // Outer before inner, earlier before later. Notified in the opposite order.
    var closed: [(closing: LaneClosing, host: LaneHost?)] = []
    var open = [self]
    while var closing = open.popLast() {
      let host = closing.work.host.take()
      closed.append((closing, host))
      guard let host else { continue }
      for lane in host.lanes.reversed() {
        if let inner = lane.prepareToClose() { open.append(inner) }
      }
    }
    while let (closing, host) = closed.popLast() { closing.settle(host) }
  }

  private func settle(_ host: LaneHost?) {
    if host != nil || !work.isEmpty || step?.extras != nil {
      // A step of another event loop can be taken apart while it waits here.
      if CurrentThread.eventLoop === lane.run.eventLoop {
        let outer = lane.run.eventLoop.exchangeLane(lane)
        host?.lanesWereClosed()
        work.stop(step)
        lane.run.eventLoop.setLane(outer)
      } else {
        host?.lanesWereClosed()
        work.stop(step)
      }
    }
    if let cancelled { lane.settleAsCancelled(step, cancelled, at: place) }
  }
}
