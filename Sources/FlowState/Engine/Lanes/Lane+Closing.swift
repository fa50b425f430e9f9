/// Closes lanes from outside, because their run is cancelled or goes back, or because a sibling has failed.
extension Lane {
  /// Ends the lane from outside and cancels its step and everything that the step has started.
  @usableFromInline
  func close() {
    if prepareToClose() { cancelStep() }
  }

  /// Leaves the current step because the run goes back.
  func leaveStep() {
    if detachStep(isEnding: false) { cancelStep() }
  }

  /// Leaves the current step and stops: the lane of an open run comes to rest.
  func leaveChain() {
    leaveStep()
    if state.phase == .moving { comeToRest() }
  }

  /// Stops the work of a step that has ended. The closures that are called belong to this lane.
  func stop(_ work: AwaitedWork, of step: AnyFlowStep?) {
    Lane.closeAll(in: work.host)
    callActions(of: work, step)
  }

  /// Ends the lane itself. Returns whether it was at work, and has a step that must be cancelled.
  private func prepareToClose() -> Bool {
    // The host isn't notified of the end.
    _ = takeHost()
    guard detachStep(isEnding: true) else { return false }
    // The run must not end before the step has settled, which is when its intent has returned.
    if isStarting { run.addDependent() }
    return true
  }

  /// Cancels the step from which the lane was detached, and first everything that it has started.
  private func cancelStep() {
    Lane.closeAll(in: work.host)
    settleStep()
  }

  /// Closes the lanes of a host, and the lanes inside those, and then notifies each step that it is cancelled: innermost first,
  /// and the last sibling first. Uses a loop, because flows and operators can be nested deeply.
  private static func closeAll(in host: LaneHost?) {
    guard let host else { return }
    let lanes = host.lanes
    if !lanes.contains(where: { $0.work.host != nil }) { return closeAll(lanes) }
    // Outer before inner, earlier before later. Notified in the opposite order.
    var closed: [Lane] = []
    var open: [Lane] = lanes.reversed()
    while let lane = open.popLast() {
      guard lane.prepareToClose() else { continue }
      closed.append(lane)
      if let inner = lane.work.host { open.append(contentsOf: inner.lanes.reversed()) }
    }
    while let lane = closed.popLast() { lane.settleStep() }
  }

  /// Closes lanes without lanes inside. The same as above, without a copy of each list, because there can be many.
  private static func closeAll(_ lanes: [Lane]) {
    let wereAtWork = lanes.map { $0.prepareToClose() }
    for index in lanes.indices.reversed() where wereAtWork[index] { lanes[index].settleStep() }
  }

  /// Notifies the step from which the lane was detached.
  private func settleStep() {
    let step = takeDetachedStep()
    let failure = takePendingFailure()
    let work = takeWork()
    callActions(of: work, step)
    guard isStepCancelled, run.isObserved || step?.extras != nil else { return }
    // The lane may no longer have the step of a failure that it hasn't handled.
    guard let name = step?.name ?? failure.map({ StepName($0.error.step) }) ?? work.attachment?.name else { return }
    settleAsCancelled(step, name, at: place)
  }

  private func callActions(of work: AwaitedWork, _ step: AnyFlowStep?) {
    // The action of a step that another lane waits for by now stops the work of that start.
    let isOurs = step?.awaitedBy.map { $0.takeUnretainedValue() === self } ?? true
    let step = isOurs ? step : nil
    guard !work.isEmpty || step?.extras != nil else { return }
    // A step of another event loop can be taken apart while it waits here.
    unownedEventLoop._withUnsafeGuaranteedRef { eventLoop in
      let isHere = eventLoop.isDelivering
      let outer = isHere ? eventLoop.exchangeLane(self) : nil
      work.host?.lanesWereClosed()
      work.stop(step)
      if isHere { eventLoop.restoreLane(outer) }
    }
  }
}
