/// One chain of steps on its way through a run: starts them one after the other, in a loop, and waits where they wait.
///
/// Confined to the queue of its run's conductor.
@usableFromInline
final class Lane {
  /// How a lane came to its end.
  @usableFromInline
  enum Ending {
    case rested
    case failed(FlowError)
  }

  @usableFromInline let run: Run
  /// The run's conductor, which the run holds as long as the lane holds the run.
  @usableFromInline let unownedConductor: Unmanaged<Conductor>
  @usableFromInline let number: Int
  /// Called when the lane has come to its end; nil for the lane that its run began with, and for one of a group.
  @exclusivity(unchecked) var ended: ((Lane, Ending) -> Void)?
  /// What hears of the lane's end, if it is one of a group. Guard: the conductor.
  @exclusivity(unchecked) var group: LaneGroup?
  /// Which of the group it is.
  let index: Int
  /// Whether this is the chain that the run began with.
  let isRoot: Bool

  /// Where the lane stands. Guard, as for all fields below: the conductor.
  @exclusivity(unchecked) var state: LaneState
  /// The step that starts next. Guard: the conductor.
  @exclusivity(unchecked) var upcoming: AnyFlowStep?
  /// The step that the lane waits for. Guard: the conductor.
  @exclusivity(unchecked) var current: AnyFlowStep?
  /// The link of the handler that the lane waits for. Guard: the conductor.
  @exclusivity(unchecked) var waitingOn: Link?
  /// A failure that waits for the conductor to come by. Guard: the conductor.
  @exclusivity(unchecked) var setback: FlowError?
  /// The time that passes before the failed step is tried again. Guard: the conductor.
  @exclusivity(unchecked) var pause: Pause?
  /// The number of the step in the run that was started last. Guard: the conductor.
  @exclusivity(unchecked) var visit = 0
  /// The time on the clock of late reports at which the latest intent was called. Guard: the conductor.
  @exclusivity(unchecked) var startedAt: UInt64 = 0

  /// Makes a lane. One that goes on for an earlier lane has its `number`.
  @usableFromInline
  init(in run: Run, isOpen: Bool, number: Int? = nil, ended: ((Lane, Ending) -> Void)? = nil) {
    self.run = run
    unownedConductor = .passUnretained(run.conductor)
    self.ended = ended
    index = 0
    isRoot = ended == nil
    self.number = number ?? run.nextLaneNumber()
    state = LaneState(isOpen: isOpen)
  }

  /// Makes one of the lanes of a group, to be woken; without a closure for its end, because there can be very many.
  init(in run: Run, group: LaneGroup, index: Int, beginningWith step: AnyFlowStep) {
    self.run = run
    unownedConductor = .passUnretained(run.conductor)
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

  /// Lets the chain that begins with `step` start as soon as the conductor is free.
  @usableFromInline
  func begin(_ step: AnyFlowStep) {
    upcoming = step
    wake()
  }

  // Borrowed, because reaching for it through the run costs two pairs of retain and release.

  /// From now on closures of this lane execute.
  func enter() {
    unownedConductor._withUnsafeGuaranteedRef { $0.enter(self) }
  }

  /// Makes the lane move as soon as the closure that is executing has returned.
  func wake() {
    unownedConductor._withUnsafeGuaranteedRef { $0.wake(self) }
  }

  // MARK: Moving

  /// Starts step after step until one waits or none is left, or until the conductor has mail or has kept its queue long
  /// enough: a chain that never waits must not keep a cancellation from being heard, nor others from the queue. Returns
  /// whether it has stopped for that reason and wants to go on.
  func move() -> Bool {
    enter()
    if let setback {
      self.setback = nil
      _ = fail(with: setback, of: current, isRouted: false)
      return false
    }
    var next = upcoming.take()
    while state.phase == .moving, let step = next {
      next = start(step)
      if unownedConductor._withUnsafeGuaranteedRef({ $0.interruptsChain() }), state.phase == .moving, next != nil {
        upcoming = next
        return true
      }
    }
    guard state.phase == .moving else { return false }
    // Its last step may have asked for the run to be cancelled.
    if unownedConductor._withUnsafeGuaranteedRef({ $0.hasRequests }) { return true }
    comeToRest()
    return false
  }

  /// Starts a step; returns the one after it if it completes on the spot.
  private func start(_ step: AnyFlowStep) -> AnyFlowStep? {
    step.prepareToStart(in: self)
    step.hasStarted = true
    visit = run.nextVisitNumber()
    if let served = step.link {
      served.retire()
      step.link = nil
    }
    if let extras = step.extras { extras.prepare?() }
    if let history = run.history { history.begin(step, at: place) }
    if run.isObserved { run.report(.stepBegan, step: step.identifier, at: place) }
    startedAt = LateReport.now
    unownedConductor._withUnsafeGuaranteedRef { $0.beginStart() }
    let progress = run.hooks == nil ? step.work(step, self) : beginHooked(step)
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
    unownedConductor._withUnsafeGuaranteedRef { $0.endStart() }
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
    if run.isObserved { run.report(.stepCompleted, step: step.identifier, at: place) }
  }

}
