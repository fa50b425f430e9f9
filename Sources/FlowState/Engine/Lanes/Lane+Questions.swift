/// Questions and messages to a lane, its events, and its requests to the event loop.
extension Lane {
  /// The place of the lane in the run.
  @usableFromInline var place: FlowPlace { FlowPlace(run: run.id, lane: number, visit: visit) }

  /// Whether a step is about to start, is starting, or has just completed.
  @usableFromInline var isMoving: Bool { state.phase == .moving }

  /// Whether the chain has ended for good.
  @usableFromInline var hasEnded: Bool { state.phase == .ended }

  /// Whether a handler in this lane can complete again after the chain has come to rest.
  @usableFromInline var isOpen: Bool { state.isOpen }

  /// Returns the outermost of the operators around a step of the lane, or the step itself. For the user, all of these are one step.
  func outermost(of step: AnyFlowStep) -> AnyFlowStep {
    var (lane, step) = (self, step)
    while let host = lane.host, host.wraps(step), let outer = host.operatorStep, let outerLane = host.operatorLane {
      (lane, step) = (outerLane, outer)
    }
    return step
  }

  /// The host of the step that is awaited in a visit.
  @usableFromInline
  func host(in visit: Int) -> LaneHost? {
    awaits(visit) ? work.host : nil
  }

  /// Whether the awaited visit has more than a handler.
  @usableFromInline var hasAwaitedWork: Bool { !work.isEmpty }

  /// The closure that forwards the content of the step that is awaited in a visit.
  @usableFromInline
  func forward(in visit: Int) -> AnyObject? {
    awaits(visit) ? work.connection?.forward : nil
  }

  /// The step that is awaited in a visit.
  func step(in visit: Int) -> AnyFlowStep? {
    awaits(visit) ? current : nil
  }

  /// Attaches a handler whose owner asks for content while its step is awaited. Returns nil if that step is no longer awaited.
  func attach(_ handler: AnyFlowStepHandler, for visit: Int) -> Attachment? {
    guard let step = step(in: visit) else { return nil }
    let attachment = Attachment(of: step, in: self)
    changeWork { $0.attachment = attachment }
    handler.attach(attachment)
    return attachment
  }

  /// Sets the action that stops the work of a visit. Calls it soon if the visit was cancelled or superseded.
  func setCancellation(_ action: CancellationAction, for visit: Int) {
    guard awaits(visit) else { return run.eventLoop.post(ClosureMessage { action.body() }) }
    withExtendedLifetime(changeWork { $0.exchangeCancellation(action) }) {}
  }

  /// Fails the step of a visit as abandoned, because the last owner of its handler has released it.
  func abandon(_ visit: Int, of name: StepName) {
    guard awaits(visit) else { return }
    // No work is left to stop.
    _ = endAwaiting()
    current?.clearCancellation()
    makeCurrent()
    continueChain(at: fail(with: FlowError(step: name.identifier, place: place, reason: .abandoned), of: current))
  }

  /// Fails the step of a visit as superseded, because another start has its handler, or because the step is started again.
  func supersede(_ visit: Int) {
    guard awaits(visit) else { return }
    let step = current
    let work = endAwaiting()
    let name = step?.name ?? work.attachment?.name ?? StepName("")
    failSoon(FlowError(step: name.identifier, place: place, reason: .superseded))
    stop(work, of: step)
    run.eventLoop.wakeFromOutside(self)
  }

  /// Ends the connection of a visit with its handler, which serves another start from now on.
  func handlerIsLost(_ visit: Int, _ attachment: Attachment?, _ isSuperseded: Bool) {
    attachment?.handlerIsLost(isSuperseded)
    if isSuperseded { supersede(visit) }
  }

  /// Binds a handler that settled unseen, because other code still refers to it.
  @usableFromInline
  func bindAfterwards(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    handler.bindAfterwards(to: step, in: self)
  }

  /// Reports that a handler has reported more often than its start needs.
  func reportSurplus(_ count: UInt32, of name: StepName) {
    guard run.isObserved, count > 0 else { return }
    for _ in 0..<count { run.report(.extraCompletionIgnored, of: name, at: place) }
  }

  /// Whether this lane and another one belong to runs of the same event loop.
  func shareEventLoop(with other: Lane) -> Bool {
    unownedEventLoop.toOpaque() == other.unownedEventLoop.toOpaque()
  }

  /// Reports new content of a step that a closure of this lane has set.
  func reportContent(of step: AnyFlowStep) {
    guard run.isObserved else { return }
    run.report(.contentSet, of: step.name, at: place)
    run.findings?.received(step)
  }

  /// Whether a step can settle without an attachment: there is no observer, and no handler can complete the step again.
  @usableFromInline var forgetsSettled: Bool { !run.isObserved && !state.isOpen }

  /// Reports that a step has completed. Called before its completion closure.
  @usableFromInline
  func reportCompletion(of step: AnyFlowStep) {
    if let extras = step.extras {
      extras.visit?.isCompleted = true
      if extras.isFinal { run.noteFinal(step.identifier) }
    }
    guard run.isObserved else { return }
    if isRoot { run.findings?.completed(step) }
    run.report(.stepCompleted, of: step.name, at: place)
  }

  /// Records that the intent has returned and that its handler is bound. Reports that arrive from now on, for instance from
  /// closures that are called next, don't count as reports inside the intent.
  @usableFromInline
  func intentHasReturned() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.intentHasReturned() }
  }

  // Borrowed, because access through the run costs two pairs of retain and release.

  /// Makes this the lane whose closures execute.
  func makeCurrent() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.setLane(self) }
  }

  /// Moves the lane as soon as the executing closure has returned.
  func wake() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.wake(self) }
  }

  /// Starts the step that a failure route has chosen, if there is one.
  func continueChain(at next: AnyFlowStep?) {
    if let next { comeTo(next) }
  }
}
