/// One chain of steps on its way through a run: starts them one after the other, in a loop, and waits where they wait.
///
/// Confined to the queue of its run's conductor.
@usableFromInline
final class Lane {
  /// How a lane came to its end.
  enum Ending {
    case rested
    case failed(FlowError)
  }

  @usableFromInline let run: Run
  let number: Int
  /// Called when the lane has come to its end; nil for the lane that its run began with.
  private var ended: ((Lane, Ending) -> Void)?
  /// Whether this is the chain that the run began with.
  let isRoot: Bool

  @exclusivity(unchecked) private var state: LaneState
  @exclusivity(unchecked) private var upcoming: AnyFlowStep?
  @exclusivity(unchecked) private var current: AnyFlowStep?
  @exclusivity(unchecked) private var waitingOn: Link?
  @exclusivity(unchecked) private var setback: FlowError?
  @exclusivity(unchecked) private var visit = 0

  init(in run: Run, isOpen: Bool, ended: ((Lane, Ending) -> Void)? = nil) {
    self.run = run
    self.ended = ended
    isRoot = ended == nil
    number = run.nextLaneNumber()
    state = LaneState(isOpen: isOpen)
  }

  /// Where the lane is.
  var place: FlowPlace { FlowPlace(run: run.id, lane: number, visit: visit) }

  /// Whether a handler attached here may complete again after the chain has come to rest.
  var isOpen: Bool { state.isOpen }

  /// Lets the chain that begins with `step` start as soon as the conductor is free.
  func begin(_ step: AnyFlowStep) {
    upcoming = step
    run.conductor.wake(self)
  }

  // MARK: Moving

  /// Starts step after step until one waits or none is left.
  func move() {
    run.conductor.current = run
    if let setback {
      self.setback = nil
      fail(with: setback)
      return
    }
    var next = upcoming.take()
    while state.phase == .moving, let step = next { next = start(step) }
    if state.phase == .moving { comeToRest() }
  }

  /// Starts a step; returns the one after it if it completes on the spot.
  private func start(_ step: AnyFlowStep) -> AnyFlowStep? {
    visit = run.nextVisitNumber()
    if let link = step.link {
      link.retire()
      step.link = nil
    }
    if run.isObserved { run.report(.stepBegan, step: step.identifier, at: place) }
    switch step.work(step, self) {
    case .completed:
      return step.next
    case .failed(let error):
      fail(with: FlowError(step: step.identifier, place: place, reason: .failed(error)))
    case .waiting:
      current = step
      state.wait()
      if state.phase == .ended { cutOff(step.identifier) }
    case .hosting:
      // The step holds the lane until it completes, not the other way round.
      state.wait()
      if state.phase == .ended { cutOff(step.identifier) }
    }
    return nil
  }

  /// The step's own intent has closed the lane, and then started work.
  private func cutOff(_ identifier: String) {
    let link = waitingOn
    waitingOn = nil
    current = nil
    link?.interrupt()
    if run.isObserved { run.report(.stepCancelled, step: identifier, at: place) }
  }

  /// Reports that the step which is starting has completed on the spot; called before its completion closure.
  @usableFromInline
  func reportCompletion(of step: AnyFlowStep) {
    if run.isObserved { run.report(.stepCompleted, step: step.identifier, at: place) }
  }

  private func comeToRest() {
    let isForGood = state.rest()
    if isRoot || !isForGood {
      if run.isObserved { run.report(.rested, step: nil, at: place) }
    }
    if isForGood { finish(.rested) } else { run.rests(self) }
  }

  private func finish(_ ending: Ending) {
    // A handler that outlives the lane must not keep what waited for it.
    if let ended = ended.take() { ended(self, ending) } else { run.end(ending) }
  }

  // MARK: Waiting

  /// Readies a handler, also one that has served before, to be attached for a start of `step`.
  ///
  /// Returns the link that it has in this run's conductor already, or nil if it needs one.
  @usableFromInline
  func prepare(_ handler: AnyFlowStepHandler, for step: AnyFlowStep) -> Link? {
    handler.moveHome(to: run.conductor, for: step)
    while true {
      switch handler.transition({ $0.renew() }) {
      case .free:
        guard let link = handler.link, link.conductor === run.conductor else { return nil }
        return link
      case .busy:
        precondition(
          handler.link?.conductor === run.conductor,
          "The handler that step '\(step.identifier)' returned still works for a step of another run.")
        return handler.link
      case .again:
        continue
      }
    }
  }

  /// Attaches a prepared handler, whose update handler has been called, to the step that is starting.
  ///
  /// Returns whether the handler has reported already and the report is to be taken now; otherwise the lane waits.
  @usableFromInline
  func attach(_ handler: AnyFlowStepHandler, _ link: Link) -> Bool {
    switch handler.transition({ $0.attach() }) {
    case .wait:
      waitingOn = link
      return false
    case .take:
      reportSurplus(handler.transition { $0.deliver() }, link)
      return true
    }
  }

  /// Receives the completion of an attached handler.
  func receive(_ handler: AnyFlowStepHandler, _ link: Link) {
    let surplus = handler.transition { $0.deliver() }
    guard state.receive(isAwaited: waitingOn === link) == .accept, let step = current else {
      reportSurplus(surplus + 1, link)
      return
    }
    waitingOn = nil
    // It has settled: if its completion closure closes the lane, it is not cancelled as well.
    current = nil
    run.conductor.current = run
    reportSurplus(surplus, link)
    if let failure = handler.takeFailure() {
      fail(with: FlowError(step: step.identifier, place: place, reason: .failed(failure)))
      return
    }
    reportCompletion(of: step)
    step.finish(step, handler)
    goOn(from: step)
  }

  /// Receives what a handler reports after it has completed. `finish` calls the step's completion closure.
  func receiveAgain(_ link: Link, failure: (any Error)?, finish: (AnyFlowStep) -> Void) {
    guard let step = link.step, state.receiveAgain(isLatest: step.link === link) == .accept else {
      reportSurplus(1, link)
      return
    }
    run.conductor.current = run
    run.moves(self)
    visit = run.nextVisitNumber()
    if let failure {
      fail(with: FlowError(step: step.identifier, place: place, reason: .failed(failure)))
      return
    }
    reportCompletion(of: step)
    finish(step)
    goOn(from: step)
  }

  private func goOn(from step: AnyFlowStep) {
    guard state.phase == .moving else { return }
    upcoming = step.next
    run.conductor.wake(self)
  }

  /// The last owner of a handler has let go of it.
  func abandon(_ link: Link) {
    guard waitingOn === link else { return }
    run.conductor.current = run
    fail(with: FlowError(step: link.identifier, place: place, reason: .abandoned))
  }

  /// The handler that the lane waits on works for another start from now on.
  func supersede(_ link: Link) {
    guard waitingOn === link else { return }
    waitingOn = nil
    setback = FlowError(step: link.identifier, place: place, reason: .superseded)
    link.interrupt()
    run.conductor.wakeFromOutside(self)
  }

  /// Takes a hosting step back, because it is about to complete.
  func regainCurrent(_ step: AnyFlowStep) {
    if state.phase == .waiting { current = step }
  }

  /// Reports what came to a handler that was settled without a link.
  @usableFromInline
  func reportUnseen(_ handler: AnyFlowStepHandler, of step: AnyFlowStep) {
    let surplus = handler.transition { $0.deliver() }
    guard run.isObserved else { return }
    for _ in 0..<surplus { run.report(.extraCompletionIgnored, step: step.identifier, at: place) }
  }

  private func reportSurplus(_ count: UInt32, _ link: Link) {
    guard count > 0, run.isObserved else { return }
    for _ in 0..<count {
      run.report(.extraCompletionIgnored, step: link.identifier, at: place)
    }
  }

  // MARK: Ending

  private func fail(with error: FlowError) {
    current = nil
    upcoming = nil
    let link = waitingOn
    waitingOn = nil
    if run.isObserved {
      let isAbandoned = if case .abandoned = error.reason { true } else { false }
      run.report(isAbandoned ? .stepAbandoned(error) : .stepFailed(error), step: error.step, at: place)
    }
    link?.interrupt()
    guard state.phase != .ended else { return }
    if state.isOpen, run.isOpen {
      comeToRest()
    } else if state.end() {
      finish(.failed(error))
    }
  }

  /// Ends the lane from outside: its step, and whatever that step has started, is cancelled.
  func close() {
    let place = place
    // A step that is starting settles when its intent has returned.
    let step = state.phase == .waiting ? waitingOn?.identifier : nil
    let wasAtWork = state.end()
    ended = nil
    guard wasAtWork else { return }
    let link = waitingOn
    waitingOn = nil
    current = nil
    upcoming = nil
    setback = nil
    link?.interrupt()
    if run.isObserved, let step { run.report(.stepCancelled, step: step, at: place) }
  }
}
