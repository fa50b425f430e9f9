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

  /// Opens a report, and does what it means. The only place where a lane decides about a report.
  ///
  /// - Parameters:
  ///   - report: The report. If the lane takes it, it is empty afterwards.
  ///   - mail: The envelope of the report; nil if it is opened on the spot.
  func open(_ report: inout Report, from mail: ReportMail?) {
    let isAwaited = awaits(report.visit)
    let again = isAwaited ? nil : mail?.attachment?.stepToComplete
    let verdict = state.verdict(on: report.moment, isAwaited: isAwaited, isLatest: again != nil)
    if let mail, !mail.open(taking: verdict != .extra) { return }
    switch verdict {
    case .settles:
      guard state.accept(isAwaited: true), let step = current.take() else { return }
      settleAwaited(step)
      settle(step, with: report.takeContents())
    case .movesOn:
      guard let step = again else { return }
      state.acceptAgain()
      makeCurrent()
      run.moves(self)
      visit = run.nextVisitNumber()
      settle(step, with: report.takeContents())
    case .extra:
      // A step that hosts work reports its own ending.
      if !report.isOfEngine { reportSurplus(1, of: report.name) }
    }
  }

  /// Takes the awaited step, whose report has arrived. Returns nil if the lane doesn't wait for that visit.
  func acceptReport(for visit: Int) -> AnyFlowStep? {
    guard state.accept(isAwaited: awaits(visit)), let step = current.take() else { return nil }
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
  func settle(_ step: AnyFlowStep, with report: consuming ReportContents) {
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
