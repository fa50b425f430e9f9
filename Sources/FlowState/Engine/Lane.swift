/// One chain of steps on its way through a run: starts them one after the other, in a loop, and waits where they wait.
///
/// Confined to the queue of its run's event loop.
@usableFromInline
final class Lane {
  @usableFromInline let run: Run
  /// The run's event loop, which the run holds as long as the lane holds the run.
  @usableFromInline let unownedEventLoop: Unmanaged<EventLoop>
  @usableFromInline let number: Int
  /// Called when the lane ends, with the failure that ended it; nil for the first lane of its run, and for one of a group.
  @exclusivity(unchecked) var ended: ((FlowError?) -> Void)?
  /// What hears of the lane's end, if it is one of a group. Guard: the event loop.
  @exclusivity(unchecked) var group: LaneGroup?
  /// Which of the group it is.
  let index: Int
  /// Whether this is the chain that the run began with.
  let isRoot: Bool

  /// Where the lane stands. Guard, as for all fields below: the event loop.
  @exclusivity(unchecked) var state: LaneState
  /// The step that starts next. Guard: the event loop.
  @exclusivity(unchecked) var upcoming: AnyFlowStep?
  /// The step that the lane waits for. Guard: the event loop.
  @exclusivity(unchecked) var current: AnyFlowStep?
  /// The attachment of the handler that the lane waits for. Guard: the event loop.
  @exclusivity(unchecked) var waitingOn: Attachment?
  /// A failure that waits for the event loop to come by. Guard: the event loop.
  @exclusivity(unchecked) var pendingFailure: FlowError?
  /// The time that passes before the failed step is tried again. Guard: the event loop.
  @exclusivity(unchecked) var retryDelay: DelayedCall?
  /// The number of the step in the run that was started last. Guard: the event loop.
  @exclusivity(unchecked) var visit = 0
  /// The time on the clock of late reports at which the latest intent was called. Guard: the event loop.
  @exclusivity(unchecked) var startedAt: UInt64 = 0

  /// Makes a lane. One that goes on for an earlier lane has its `number`.
  @usableFromInline
  init(in run: Run, isOpen: Bool, number: Int? = nil, ended: ((FlowError?) -> Void)? = nil) {
    self.run = run
    unownedEventLoop = .passUnretained(run.eventLoop)
    self.ended = ended
    index = 0
    isRoot = ended == nil
    self.number = number ?? run.nextLaneNumber()
    state = LaneState(isOpen: isOpen)
  }

  /// Makes one of the lanes of a group, to be woken; without a closure for its end, because there can be very many.
  init(in run: Run, group: LaneGroup, index: Int, beginningWith step: AnyFlowStep) {
    self.run = run
    unownedEventLoop = .passUnretained(run.eventLoop)
    self.group = group
    self.index = index
    upcoming = step
    isRoot = false
    number = run.nextLaneNumber()
    state = LaneState(isOpen: false)
  }

  /// Where the lane is.
  @usableFromInline var place: FlowPlace { FlowPlace(run: run.id, lane: number, visit: visit) }

  /// Whether a handler attached here may complete again after the chain has come to rest.
  var isOpen: Bool { state.isOpen }

  /// Lets the chain that begins with `step` start as soon as the event loop is free.
  @usableFromInline
  func startSoon(_ step: AnyFlowStep) {
    upcoming = step
    wake()
  }

  // Borrowed, because reaching for it through the run costs two pairs of retain and release.

  /// From now on closures of this lane execute.
  func makeCurrent() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.setLane(self) }
  }

  /// Makes the lane move as soon as the closure that is executing has returned.
  func wake() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.wake(self) }
  }

  // MARK: Moving

  /// Starts step after step until one waits or none is left, or until the event loop has mail or has kept its queue long
  /// enough: a chain that never waits must not keep a cancellation from being heard, nor others from the queue. Returns
  /// whether it has stopped for that reason and wants to go on.
  func move() -> Bool {
    makeCurrent()
    if let pendingFailure {
      self.pendingFailure = nil
      _ = fail(with: pendingFailure, of: current, isRouted: false)
      return false
    }
    var next = upcoming.take()
    while state.phase == .moving, let step = next {
      next = start(step)
      if unownedEventLoop._withUnsafeGuaranteedRef({ $0.interruptsChain() }), state.phase == .moving, next != nil {
        upcoming = next
        return true
      }
    }
    guard state.phase == .moving else { return false }
    // Its last step may have asked for the run to be cancelled.
    if unownedEventLoop._withUnsafeGuaranteedRef({ $0.hasRequests }) { return true }
    comeToRest()
    return false
  }

  /// Starts a step; returns the one after it if it completes on the spot.
  private func start(_ step: AnyFlowStep) -> AnyFlowStep? {
    step.prepareToStart(in: self)
    step.hasStarted = true
    visit = run.nextVisitNumber()
    if let served = step.attachment {
      served.retire()
      step.attachment = nil
    }
    if let extras = step.extras { extras.prepare?() }
    if let history = run.history { history.record(step, at: place) }
    if run.isObserved { run.report(.stepBegan, of: step.name, at: place) }
    startedAt = LateReport.now
    unownedEventLoop._withUnsafeGuaranteedRef { $0.intentWillBeCalled() }
    let progress = run.probes == nil ? step.work(step, self) : startScripted(step)
    intentHasReturned()
    switch progress {
    case .completed:
      return step.next
    case .failed(let error):
      return fail(with: FlowError(of: step, at: place, because: error), of: step)
    case .waiting:
      current = step
      waitOrCutOff(step)
    case .hosting:
      // The step holds the lane until it completes, not the other way round.
      waitOrCutOff(step)
    }
    return nil
  }

  /// The intent of the step that is starting has returned, and its handler is bound: what is reported from now on, by the
  /// closures that are called next for instance, was not reported inside the intent.
  @usableFromInline
  func intentHasReturned() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.intentHasReturned() }
  }

  /// Whether a step may settle without leaving a trace: nobody is told of what comes after, and nothing may complete it again.
  @usableFromInline var forgetsSettled: Bool { !run.isObserved && !state.isOpen }

  private func waitOrCutOff(_ step: AnyFlowStep) {
    state.wait()
    if state.phase != .waiting { cutOff(step) }
  }

  /// Reports that the step which is starting has completed on the spot; called before its completion closure.
  @usableFromInline
  func reportCompletion(of step: AnyFlowStep) {
    if let extras = step.extras { extras.visit?.isCompleted = true }
    if run.isObserved { run.report(.stepCompleted, of: step.name, at: place) }
  }

  // MARK: Receiving

  /// Receives the completion of an attached handler.
  func handlerReported(_ handler: AnyFlowStepHandler, to attachment: Attachment) {
    guard let (report, surplus) = handler.takeReport(for: attachment) else { return }
    guard waitingOn === attachment, state.accept(isAwaited: true) == .accept, let step = takeAwaited(attachment) else {
      handler.drop(report.storage)
      // What a step hosts tells by itself how it ended.
      reportSurplus(handler.engine?.isCompletedByEngine ?? false ? surplus : surplus + 1, attachment)
      return
    }
    if surplus > 0 { reportSurplus(surplus, attachment) }
    if report.failure != nil { handler.drop(report.storage) }
    conclude(step, failure: report.failure) { step.finish($0, report.storage) }
  }

  /// Takes the step that the lane waits on, whose report has been accepted.
  private func takeAwaited(_ attachment: Attachment) -> AnyFlowStep? {
    waitingOn = nil
    attachment.settle()
    makeCurrent()
    // It has settled: if its completion closure closes the lane, it is not cancelled as well.
    return current.take()
  }

  /// Settles a step with an accepted report, and lets the chain go on. `finish` calls the step's completion closure.
  @inline(__always)
  func conclude(_ step: AnyFlowStep, failure: (any Error)?, _ finish: (AnyFlowStep) -> Void) {
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
}
