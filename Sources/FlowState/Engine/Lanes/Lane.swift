import Synchronization

/// A chain of steps in a run. It starts the steps one after the other, in a loop, and waits while a step waits.
///
/// Confined to the queue of its run's event loop.
@usableFromInline
final class Lane {
  @usableFromInline let run: Run
  /// The run's event loop. The run keeps it alive for as long as the lane keeps the run alive.
  @usableFromInline let unownedEventLoop: Unmanaged<EventLoop>
  @usableFromInline let number: Int
  /// The host that the lane works for; it is notified of the lane's end. Nil for the first lane of a run, and for a lane that has
  /// ended. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var host: LaneHost?
  /// The index of the lane among those of its host; the largest number for the first lane of a run. With the next three, in one word.
  private let indexInHost: UInt32
  /// The state of the lane. This field and the ones below are guarded by the event loop.
  @exclusivity(unchecked) private(set) var state: LaneState
  /// Whether the lane was detached from a step that waited, and is about to cancel it.
  @exclusivity(unchecked) private(set) var isStepCancelled = false
  /// Whether a step is starting: from its preparation until its intent has returned.
  @exclusivity(unchecked) private(set) var isStarting = false
  /// The step that starts next.
  @exclusivity(unchecked) private var upcoming: AnyFlowStep?
  /// The step that the lane waits for; nil if the step keeps itself alive.
  @exclusivity(unchecked) private(set) var current: AnyFlowStep?
  /// The visit that the lane waits for; 0 if it waits for none. The event loop writes it; threads that report read it.
  private let awaited = Atomic<Int>(0)
  /// The objects that end together with the awaited visit.
  @exclusivity(unchecked) private(set) var work = AwaitedWork()
  @exclusivity(unchecked) private var pending: Pending?
  /// The number of the latest visit.
  @usableFromInline @exclusivity(unchecked) private(set) var visit: Int
  /// The time of the latest intent's call, on the clock of late reports.
  @exclusivity(unchecked) private(set) var startedAt: UInt64 = 0

  /// Creates a lane. If it continues an earlier lane, `number` is the number of that lane, and `visits` that of its visits.
  @usableFromInline
  init(in run: Run, for host: LaneHost?, index: Int = 0, isOpen: Bool = false, number: Int? = nil, visits: Int = 0) {
    self.run = run
    unownedEventLoop = .passUnretained(run.eventLoop)
    self.host = host
    indexInHost = host == nil ? .max : UInt32(index)
    self.number = number ?? run.nextLaneNumber()
    state = LaneState(isOpen: isOpen)
    visit = visits
  }

  deinit {
    if isAwaiting { endWait(for: awaitedStep) }
  }

  /// The index of the lane among those of its host.
  var index: Int { isRoot ? 0 : Int(indexInHost) }

  /// Whether this is the chain that the run began with.
  var isRoot: Bool { indexInHost == .max }

  /// Prepares to start the chain that begins with `step`, when the lane is woken.
  func prepare(_ step: AnyFlowStep) { upcoming = step }

  /// Starts the chain that begins with `step`, as soon as the event loop is free.
  @usableFromInline
  func startSoon(_ step: AnyFlowStep) {
    prepare(step)
    wake()
  }

  // MARK: Moving

  /// Handles a failure the next time the lane moves.
  func failSoon(_ failure: PendingFailure) { pending = .failure(failure) }

  func takePendingFailure() -> PendingFailure? {
    guard case .failure(let failure) = pending else { return nil }
    pending = nil
    return failure
  }

  /// Starts one step after the other until a step waits or the chain ends. Also stops if the event loop has messages or has
  /// used its turn, because a chain that never waits must not delay a cancellation or block the queue. Returns whether the
  /// lane must move again: it stopped for that reason, or a request must be performed before it comes to rest.
  func move() -> Bool {
    makeCurrent()
    if let failure = takePendingFailure() {
      upcoming = fail(with: failure)
      if upcoming == nil { return false }
    }
    var next = upcoming.take()
    while state.phase == .moving, let step = next {
      next = start(step)
      if unownedEventLoop._withUnsafeGuaranteedRef({ $0.interruptsChain() }), state.phase == .moving, next != nil {
        upcoming = next
        return true
      }
    }
    guard state.phase == .moving else {
      keep(next)
      return false
    }
    // The last step may have requested the end of the run.
    if unownedEventLoop._withUnsafeGuaranteedRef({ $0.hasRequests }) { return true }
    comeToRest()
    return false
  }

  /// Starts a step. Returns the next step if this one completes at once.
  private func start(_ step: AnyFlowStep) -> AnyFlowStep? {
    if let extras = step.extras, extras.gate != nil, waitsAtGate(of: step) { return nil }
    step.prepareToStart(in: self)
    if step.visitNumber != 0 {
      step.retireStart()
      // The earlier start can be one that hosts this lane. If so, the lane is closed now, and starts nothing.
      guard state.phase == .moving else { return nil }
    }
    isStarting = true
    step.hasStarted = true
    visit = run.nextVisitNumber()
    if let extras = step.extras { extras.prepare?() }
    if let history = run.history { history.record(step, at: place) }
    if let extras = step.extras, extras.isStop { run.noteStop() }
    if run.isObserved {
      run.report(.stepBegan, of: step.name, at: place)
      run.findings?.began(step)
    }
    startedAt = ReportClock.now
    unownedEventLoop._withUnsafeGuaranteedRef { $0.intentWillBeCalled() }
    let progress = run.probes == nil ? step.perform(step, .start(self)) : startScripted(step)
    isStarting = false
    if unownedEventLoop._withUnsafeGuaranteedRef({ $0.isStarting }) { intentHasReturned() }
    let wasClosed = state.phase == .ended
    // Balances the `addDependent()` of a lane that was closed while its step was starting.
    defer { if wasClosed { run.removeDependent() } }
    switch progress {
    case .completed:
      return step.next
    case .failed(let error):
      return fail(with: FlowError(of: step.identifier, at: place, because: error), of: step)
    case .waiting, .hosting:
      // A hosting step holds the lane until it completes. The lane doesn't hold the step.
      if case .hosting = progress { current = nil }
      state.beginWaiting()
      if state.phase != .waiting { cutOff(step) }
    }
    return nil
  }

  // MARK: Waiting

  /// Whether the lane waits for a visit. You can call this method from any thread.
  @usableFromInline
  func awaits(_ visit: Int) -> Bool { awaited.load(ordering: .acquiring) == visit }

  /// Whether the lane waits for a visit.
  var isAwaiting: Bool { awaited.load(ordering: .relaxed) != 0 }

  /// The step that the lane waits for, also if the step keeps itself alive.
  var awaitedStep: AnyFlowStep? { current ?? work.attachment?.owner?.takeUnretainedValue() }

  /// Binds the handler that an intent has returned to the current start of `step`. The lane waits, unless the report has
  /// already arrived.
  @usableFromInline
  func bind(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) -> AnyFlowStepHandler.Binding {
    if run.probes != nil { probeHandler(handler, of: step) }
    if let attachment = step.attachment { work.attachment = attachment }
    if let connection = handler.takeConnection() { work.take(over: connection) }
    beginAwaiting(step)
    let binding = handler.bind(to: step, in: self)
    intentHasReturned()
    guard case .reported(_, let surplus) = binding else { return binding }
    current = nil
    settleAwaited(step)
    reportSurplus(surplus, of: step.name)
    return binding
  }

  /// Waits for a step whose host will end it.
  @usableFromInline
  func beginAwaiting(_ step: AnyFlowStep, hosting host: LaneHost) {
    if run.probes != nil { probeHost(host, of: step) }
    work.host = host
    beginAwaiting(step)
    intentHasReturned()
  }

  /// Waits for the current visit of a step, whose handler is about to be bound.
  private func beginAwaiting(_ step: AnyFlowStep) {
    step.awaitedBy = .passUnretained(self)
    step.visitNumber = visit
    current = step
    awaited.store(visit, ordering: .releasing)
  }

  /// Changes what ends together with the awaited visit.
  func changeWork<Value>(_ change: (inout AwaitedWork) -> Value) -> Value { change(&work) }

  /// Takes a hosting step back before it completes.
  func regainCurrent(_ step: AnyFlowStep) {
    if state.phase == .waiting { current = step }
  }

  /// Waits no longer. Returns what ends together with the awaited visit, for the caller to stop or to release.
  func endAwaiting() -> AwaitedWork {
    endWait(for: awaitedStep)
    return takeWork()
  }

  /// Waits no longer for a step, but keeps what ends together with the visit.
  private func endWait(for step: AnyFlowStep?) {
    awaited.store(0, ordering: .releasing)
    // Another lane may wait for the step by now.
    if let step, step.awaitedBy?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() { step.awaitedBy = nil }
  }

  /// Returns what ends together with the visit that the lane has waited for.
  func takeWork() -> AwaitedWork {
    guard !work.isEmpty else { return AwaitedWork() }
    defer { work = AwaitedWork() }
    return work
  }

  // MARK: Receiving

  /// Opens a report, and does what it means. The only place where a lane decides about a report.
  ///
  /// The name is a closure, because only an extra report needs it. A mail has the contents itself. Contents that are opened on the spot are
  /// empty afterwards if the lane takes them.
  func open(
    for visit: Int, _ moment: ReportMoment, isOfEngine: Bool, of name: @autoclosure () -> StepName,
    _ contents: inout ReportContents, from mail: ReportMail?
  ) {
    let isAwaited = awaits(visit)
    let again = isAwaited ? nil : mail?.attachment?.stepToComplete
    let verdict = state.verdict(on: moment, isAwaited: isAwaited, canCompleteAgain: again != nil)
    if let mail, !mail.open(taking: verdict != .extra) { return }
    switch verdict {
    case .settles:
      guard state.accept(isAwaited: true), let step = current.take() else { return }
      settleAwaited(step)
      settle(step, with: mail?.takeContents() ?? contents.take())
    case .movesOn:
      guard let step = again else { return }
      state.acceptAgain()
      makeCurrent()
      run.moves(self)
      self.visit = run.nextVisitNumber()
      settle(step, with: mail?.takeContents() ?? contents.take())
    case .extra:
      // A step that hosts work reports its own ending.
      if !isOfEngine { reportSurplus(1, of: name()) }
    }
  }

  /// Takes the awaited step, whose report has arrived. Returns nil if the lane doesn't wait for that visit.
  func acceptReport(for visit: Int) -> AnyFlowStep? {
    guard state.accept(isAwaited: awaits(visit)), let step = current.take() else { return nil }
    settleAwaited(step)
    return step
  }

  /// Ends the wait for a step that has reported. If the step's completion closure closes the lane, the step isn't cancelled.
  private func settleAwaited(_ step: AnyFlowStep) {
    endWait(for: step)
    if step.extras != nil { step.clearCancellation() }
    // The start has settled, so nothing has to be stopped any more.
    if !work.isEmpty { takeWork().attachment?.forgetOrphan() }
    makeCurrent()
  }

  /// Settles a step with an accepted report and continues the chain.
  func settle(_ step: AnyFlowStep, with contents: consuming ReportContents) {
    if case .failed(let failure) = step.settle(with: contents, in: self) {
      continueChain(at: fail(with: FlowError(of: step.identifier, at: place, because: failure), of: step))
    } else {
      comeTo(step.next)
    }
  }

  /// Keeps the next step of a lane that waits for the run to go back, because the run can still refuse to.
  private func keep(_ next: AnyFlowStep?) { if state.phase == .returning { upcoming = next } }

  /// Moves on after all, because the run refuses to go back.
  func endReturn() {
    if state.endReturn() { wake() }
  }

  /// Starts the next step soon. If there is none, the chain comes to rest.
  func comeTo(_ next: consuming AnyFlowStep?) {
    guard state.phase == .moving else { return keep(next) }
    upcoming = next
    wake()
  }

  // MARK: Steps towards the end; see Lane+Ending and Lane+Closing

  /// Leaves a step that has failed or was cut off. Returns what ends together with it, for the caller to stop.
  func leaveFailedStep() -> AwaitedWork {
    let work = endAwaiting()
    current = nil
    return work
  }

  /// Moves again after a failure, without a next step yet.
  func moveOn() {
    upcoming = nil
    state.resume()
  }

  /// Moves again after a pause, and starts a step, or comes to rest without one.
  func resume(at step: AnyFlowStep?) {
    if case .retry = pending { pending = nil }
    makeCurrent()
    state.resume()
    comeTo(step)
  }

  /// Starts a step again after a delay.
  func retry(_ step: AnyFlowStep, after delay: Duration) {
    pending = .retry(DelayedCall(in: run, delay) { [self] in resume(at: step) })
  }

  /// Changes the state, and does nothing else.
  func changeState<Value>(_ change: (inout LaneState) -> Value) -> Value { change(&state) }

  /// Returns the host that the lane has worked for. A handler that outlives the lane must not keep the waiting code alive.
  func takeHost() -> LaneHost? { host.take() }

  /// Detaches the current step. The step and its work stay in the lane until they are taken. A step that is starting settles when its
  /// intent has returned.
  ///
  /// - Parameter isEnding: Whether the lane ends. Otherwise it goes back.
  /// - Returns: Whether the lane was at work.
  func detachStep(isEnding: Bool) -> Bool {
    let wasWaiting = state.phase == .waiting
    guard isEnding ? state.end() : state.goBack() else { return false }
    var delay: DelayedCall?
    if case .retry(let call) = pending { (delay, pending) = (call, nil) }
    isStepCancelled = wasWaiting && delay == nil && (isAwaiting || pending != nil)
    endWait(for: awaitedStep)
    if upcoming != nil { upcoming = nil }
    delay?.end()
    return true
  }

  /// Takes the step from which the lane was detached; nil if it keeps itself alive.
  func takeDetachedStep() -> AnyFlowStep? { current.take() }
}
