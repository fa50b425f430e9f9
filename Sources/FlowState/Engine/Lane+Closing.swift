/// How lanes are closed from outside: because their run is cancelled or goes back, or because a sibling has failed.
extension Lane {
  /// Ends the lane from outside: its step, and whatever that step has started, is cancelled.
  @usableFromInline
  func close() {
    if let closing = prepareToClose() { closing.finish() }
  }

  /// Leaves the step that is under way, because the run goes back.
  func leaveStep() {
    let wasWaiting = state.phase == .waiting
    if state.goBack() { detachStep(wasWaiting).finish() }
  }

  /// Leaves the step that is under way and goes no further: the lane of an open run comes to rest.
  func leaveChain() {
    leaveStep()
    if state.phase == .moving { comeToRest() }
  }

  /// Ends the work that a step has started. What that calls belongs to this lane.
  func stopWork(of attachment: Attachment) {
    let closing = LaneClosing(lane: self, attachment: attachment, step: nil, cancelled: nil, place: place)
    closing.finish()
  }

  /// Ends the lane itself; nil if it was not at work. The caller finishes what is returned.
  fileprivate func prepareToClose() -> LaneClosing? {
    let wasWaiting = state.phase == .waiting
    let wasAtWork = state.end()
    ended = nil
    group = nil
    return wasAtWork ? detachStep(wasWaiting) : nil
  }

  /// Lets go of the step that the lane waits on. A step that is starting settles when its intent has returned.
  private func detachStep(_ wasWaiting: Bool) -> LaneClosing {
    let attachment = waitingOn
    let closing = LaneClosing(
      lane: self, attachment: attachment, step: current,
      cancelled: wasWaiting && retryDelay == nil ? attachment?.name ?? pendingFailure.map { StepName($0.step) } : nil,
      place: place)
    waitingOn = nil
    current = nil
    upcoming = nil
    pendingFailure = nil
    retryDelay?.end()
    retryDelay = nil
    return closing
  }
}

/// A lane that was ended from outside, whose step is still to be told.
private struct LaneClosing {
  let lane: Lane
  /// The attachment of the handler that the lane waited for.
  let attachment: Attachment?
  let step: AnyFlowStep?
  /// The name of the step that is cancelled; nil if no step was waiting.
  let cancelled: StepName?
  let place: FlowPlace

  /// Closes the lanes inside the step, and in them, and then tells each step that it is cancelled: the innermost first, and
  /// of siblings the last first. In a loop, because flows and operators can be nested very deep.
  func finish() {
    guard attachment?.host != nil else { return settle(nil) }
    // Outer before inner, earlier before later; told in the opposite order.
    var closed: [(closing: LaneClosing, host: LaneHost?)] = []
    var open = [self]
    while let closing = open.popLast() {
      let host = closing.attachment?.host.take()
      closed.append((closing, host))
      guard let host else { continue }
      for lane in host.lanes.reversed() {
        if let inner = lane.prepareToClose() { open.append(inner) }
      }
    }
    while let (closing, host) = closed.popLast() { closing.settle(host) }
  }

  private func settle(_ host: LaneHost?) {
    if let attachment {
      // A step of another event loop can be taken apart while it waits here.
      if CurrentThread.eventLoop === lane.run.eventLoop {
        let outer = lane.run.eventLoop.exchangeLane(lane)
        host?.lanesWereClosed()
        attachment.stopWork()
        lane.run.eventLoop.setLane(outer)
      } else {
        host?.lanesWereClosed()
        attachment.stopWork()
      }
    }
    if let cancelled { lane.settleAsCancelled(step, cancelled, at: place) }
  }
}
