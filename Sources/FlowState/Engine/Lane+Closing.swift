/// How lanes are closed from outside: because their run is cancelled or goes back, or because a sibling has failed.
extension Lane {
  /// Ends the lane from outside: its step, and whatever that step has started, is cancelled.
  @usableFromInline
  func close() {
    if let closing = beginClosing() { closing.finish() }
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
  func stopWork(of link: Link) {
    let closing = LaneClosing(lane: self, link: link, step: nil, cancelled: nil, place: place)
    closing.finish()
  }

  /// Ends the lane itself; nil if it was not at work. The caller finishes what is returned.
  fileprivate func beginClosing() -> LaneClosing? {
    let wasWaiting = state.phase == .waiting
    let wasAtWork = state.end()
    ended = nil
    group = nil
    return wasAtWork ? detachStep(wasWaiting) : nil
  }

  /// Lets go of the step that the lane waits on. A step that is starting settles when its intent has returned.
  private func detachStep(_ wasWaiting: Bool) -> LaneClosing {
    let link = waitingOn
    let closing = LaneClosing(
      lane: self, link: link, step: current,
      cancelled: wasWaiting && pause == nil ? link?.identifier ?? setback?.step : nil, place: place)
    waitingOn = nil
    current = nil
    upcoming = nil
    setback = nil
    pause?.end()
    pause = nil
    return closing
  }
}

/// A lane that was ended from outside, whose step is still to be told.
private struct LaneClosing {
  let lane: Lane
  /// The link of the handler that the lane waited for.
  let link: Link?
  let step: AnyFlowStep?
  /// The name of the step that is cancelled; nil if no step was waiting.
  let cancelled: String?
  let place: FlowPlace

  /// Closes the lanes inside the step, and in them, and then tells each step that it is cancelled: the innermost first, and
  /// of siblings the last first. In a loop, because flows and operators can be nested very deep.
  func finish() {
    guard link?.host != nil else { return settle(nil) }
    // Outer before inner, earlier before later; told in the opposite order.
    var closed: [(closing: LaneClosing, host: LaneHost?)] = []
    var open = [self]
    while let closing = open.popLast() {
      let host = closing.link?.host.take()
      closed.append((closing, host))
      guard let host else { continue }
      for lane in host.lanes.reversed() {
        if let inner = lane.beginClosing() { open.append(inner) }
      }
    }
    while let (closing, host) = closed.popLast() { closing.settle(host) }
  }

  private func settle(_ host: LaneHost?) {
    if let link {
      // A step of another conductor can be taken apart while it waits here.
      if Ambient.conductor === lane.run.conductor {
        let outer = lane.run.conductor.exchangeLane(lane)
        host?.lanesWereClosed()
        link.stopWork()
        lane.run.conductor.setLane(outer)
      } else {
        host?.lanesWereClosed()
        link.stopWork()
      }
    }
    if let cancelled { lane.settleAsCancelled(step, cancelled, at: place) }
  }
}
