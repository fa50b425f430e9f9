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
  @exclusivity(unchecked) var host: LaneHost?
  /// The index of the lane among those of its host.
  let index: Int
  /// Whether this is the chain that the run began with.
  let isRoot: Bool

  /// The state of the lane. This field and the ones below are guarded by the event loop.
  @exclusivity(unchecked) var state: LaneState
  /// Whether the lane was detached from a step that waited, and is about to cancel it.
  @exclusivity(unchecked) var isStepCancelled = false
  /// Whether a step is starting: from its preparation until its intent has returned.
  @exclusivity(unchecked) private(set) var isStarting = false
  /// The step that starts next.
  @exclusivity(unchecked) var upcoming: AnyFlowStep?
  /// The step that the lane waits for; nil if the step keeps itself alive.
  @exclusivity(unchecked) var current: AnyFlowStep?
  /// The visit that the lane waits for; 0 if it waits for none. The event loop writes it; threads that report read it.
  let awaited = Atomic<Int>(0)
  /// What ends together with the awaited visit.
  @exclusivity(unchecked) var work = AwaitedWork()
  /// A failure that the lane handles the next time it moves.
  @exclusivity(unchecked) private(set) var pendingFailure: PendingFailure?
  /// The delay before the failed step is tried again.
  @exclusivity(unchecked) var retryDelay: DelayedCall?
  /// The number of the latest visit.
  @usableFromInline @exclusivity(unchecked) var visit = 0
  /// The time of the latest intent's call, on the clock of late reports.
  @exclusivity(unchecked) var startedAt: UInt64 = 0

  /// Creates a lane.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - host: The host that the lane works for; nil for the first lane of a run.
  ///   - index: The index of the lane among those of its host.
  ///   - isOpen: Whether a handler can complete again after the chain has come to rest.
  ///   - number: The number of an earlier lane that this one continues; nil for a new number.
  @usableFromInline
  init(in run: Run, for host: LaneHost?, index: Int = 0, isOpen: Bool = false, number: Int? = nil) {
    self.run = run
    unownedEventLoop = .passUnretained(run.eventLoop)
    self.host = host
    self.index = index
    isRoot = host == nil
    self.number = number ?? run.nextLaneNumber()
    state = LaneState(isOpen: isOpen)
  }

  deinit {
    if isAwaiting { endWait(for: awaitedStep) }
  }

  /// The place of the lane in the run.
  @usableFromInline var place: FlowPlace { FlowPlace(run: run.id, lane: number, visit: visit) }

  /// Whether a step is about to start, is starting, or has just completed.
  @usableFromInline var isMoving: Bool { state.phase == .moving }

  /// Whether a handler in this lane can complete again after the chain has come to rest.
  @usableFromInline var isOpen: Bool { state.isOpen }

  /// Starts the chain that begins with `step`, as soon as the event loop is free.
  @usableFromInline
  func startSoon(_ step: AnyFlowStep) {
    upcoming = step
    wake()
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

  // MARK: Moving

  /// A failure in a block of its own, because few lanes have one and an error is large.
  indirect enum PendingFailure {
    case failure(FlowError)
  }

  /// Handles a failure the next time the lane moves.
  func failSoon(_ error: FlowError) {
    pendingFailure = .failure(error)
  }

  func takePendingFailure() -> FlowError? {
    guard case .failure(let error) = pendingFailure else { return nil }
    pendingFailure = nil
    return error
  }

  /// Starts one step after the other until a step waits or the chain ends. Also stops if the event loop has messages or has
  /// used its turn, because a chain that never waits must not delay a cancellation or block the queue. Returns whether it
  /// stopped for that reason and has more steps.
  func move() -> Bool {
    makeCurrent()
    if let failure = takePendingFailure() {
      _ = fail(with: failure, of: current, isRouted: false)
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
    // The last step may have requested the end of the run.
    if unownedEventLoop._withUnsafeGuaranteedRef({ $0.hasRequests }) { return true }
    comeToRest()
    return false
  }

  /// Starts a step. Returns the next step if this one completes at once.
  private func start(_ step: AnyFlowStep) -> AnyFlowStep? {
    if let extras = step.extras, extras.gate != nil, waitsAtGate(of: step) { return nil }
    step.prepareToStart(in: self)
    if step.startNumber != 0 {
      step.retireStart()
      // The earlier start can be one that hosts this lane. If so, the lane is closed now, and starts nothing.
      guard state.phase == .moving else { return nil }
    }
    isStarting = true
    step.hasStarted = true
    visit = run.nextVisitNumber()
    if let extras = step.extras { extras.prepare?() }
    if let history = run.history { history.record(step, at: place) }
    if run.isObserved {
      run.report(.stepBegan, of: step.name, at: place)
      run.findings?.began(step)
    }
    startedAt = ReportClock.now
    unownedEventLoop._withUnsafeGuaranteedRef { $0.intentWillBeCalled() }
    let progress = run.probes == nil ? step.work(step, self) : startScripted(step)
    isStarting = false
    if unownedEventLoop._withUnsafeGuaranteedRef({ $0.isStarting }) { intentHasReturned() }
    let wasClosed = state.phase == .ended
    // Balances the hold of a lane that was closed meanwhile.
    defer { if wasClosed { run.letGo() } }
    switch progress {
    case .completed:
      return step.next
    case .failed(let error):
      return fail(with: FlowError(of: step, at: place, because: error), of: step)
    case .waiting:
      waitOrCutOff(step)
    case .hosting:
      // The step holds the lane until it completes. The lane doesn't hold the step.
      current = nil
      waitOrCutOff(step)
    }
    return nil
  }

  /// Reports new content of a step that a closure of this lane has set.
  func reportContent(of step: AnyFlowStep) {
    guard run.isObserved else { return }
    run.report(.contentSet, of: step.name, at: place)
    run.findings?.received(step)
  }

  /// Records that the intent has returned and that its handler is bound. Reports that arrive from now on, for instance from
  /// closures that are called next, don't count as reports inside the intent.
  @usableFromInline
  func intentHasReturned() {
    unownedEventLoop._withUnsafeGuaranteedRef { $0.intentHasReturned() }
  }

  /// Whether a step can settle without an attachment: there is no observer, and no handler can complete the step again.
  @usableFromInline var forgetsSettled: Bool { !run.isObserved && !state.isOpen }

  private func waitOrCutOff(_ step: AnyFlowStep) {
    state.beginWaiting()
    if state.phase != .waiting { cutOff(step) }
  }

  /// Reports that the step that is starting has completed at once. Called before its completion closure.
  @usableFromInline
  func reportCompletion(of step: AnyFlowStep) {
    if let extras = step.extras { extras.visit?.isCompleted = true }
    guard run.isObserved else { return }
    if isRoot { run.findings?.completed(step) }
    run.report(.stepCompleted, of: step.name, at: place)
  }
}
