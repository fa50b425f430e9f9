import Synchronization

/// How a lane receives the report of the step that it waits for, and continues.
extension Lane {
  /// Whether the lane waits for a visit. You can call this method from any thread.
  @usableFromInline
  func awaits(_ visit: Int) -> Bool { awaited.load(ordering: .acquiring) == visit }

  /// Whether the lane waits for a visit.
  var isAwaiting: Bool { awaited.load(ordering: .relaxed) != 0 }

  /// Waits for the current visit of a step, whose handler is about to be bound.
  func beginAwaiting(_ step: AnyFlowStep) {
    step.awaitedBy = .passUnretained(self)
    step.startNumber = visit
    current = step
    awaited.store(visit, ordering: .releasing)
  }

  /// Waits no longer. Returns what ends together with the awaited visit, for the caller to stop or to release.
  func endAwaiting() -> AwaitedWork {
    endWait(for: awaitedStep)
    return takeWork()
  }

  /// Waits no longer for a step, but keeps what ends together with the visit.
  func endWait(for step: AnyFlowStep?) {
    awaited.store(0, ordering: .releasing)
    // Another lane may wait for the step by now.
    if let step, step.awaitedBy?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() { step.awaitedBy = nil }
  }

  /// The step that the lane waits for, also if the step keeps itself alive.
  var awaitedStep: AnyFlowStep? { current ?? work.attachment?.owner?.takeUnretainedValue() }

  /// Returns what ends together with the visit that the lane has waited for.
  func takeWork() -> AwaitedWork {
    guard !work.isEmpty else { return AwaitedWork() }
    defer { work = AwaitedWork() }
    return work
  }

  /// Receives the report of a handler for a visit, which is the awaited one, or one that has ended.
  func handlerReported(
    _ handler: AnyFlowStepHandler, _ report: AnyFlowStepHandler.Report, _ surplus: UInt32, for visit: Int
  ) {
    guard let step = acceptReport(for: visit) else {
      handler.drop(report.storage)
      // A step that hosts work reports its own ending.
      return reportSurplus(handler.isCompletedByEngine ? surplus : surplus + 1, of: handler)
    }
    if surplus > 0 { reportSurplus(surplus, of: step.name) }
    if report.failure != nil { handler.drop(report.storage) }
    settle(step, with: report)
  }

  /// Takes the awaited step, whose report has arrived. Returns nil if the lane doesn't wait for that visit.
  func acceptReport(for visit: Int) -> AnyFlowStep? {
    guard state.accept(isAwaited: awaits(visit)) == .accept, let step = current.take() else { return nil }
    settleAwaited(step)
    return step
  }

  /// Ends the wait for a step that has reported. If the step's completion closure closes the lane, the step isn't cancelled.
  func settleAwaited(_ step: AnyFlowStep) {
    endWait(for: step)
    if step.extras != nil { step.clearCancellation() }
    // The start has settled, so nothing has to be stopped any more.
    if !work.isEmpty { takeWork().attachment?.forgetOrphan() }
    makeCurrent()
  }

  /// Settles a step with an accepted report and continues the chain.
  func settle(_ step: AnyFlowStep, with report: AnyFlowStepHandler.Report) {
    if case .failed(let failure) = step.settle(with: report, in: self) {
      goOn(with: fail(with: FlowError(of: step, at: place, because: failure), of: step))
    } else if state.phase == .moving {
      upcoming = step.next
      wake()
    }
  }

  /// Starts the next step soon. If there is none, the chain comes to rest.
  func comeTo(_ next: consuming AnyFlowStep?) {
    guard state.phase == .moving else { return }
    upcoming = next
    wake()
  }

  /// Starts the step that a failure route has chosen, if there is one.
  func goOn(with next: AnyFlowStep?) {
    if let next { comeTo(next) }
  }
}
