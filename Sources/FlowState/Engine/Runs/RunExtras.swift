/// The properties that few runs have, in a separate object. Without them, a run is small.
///
/// Guarded by the event loop after the run has begun.
final class RunExtras {
  /// The visits of a run that can go back; nil if it can't. Set before the run begins.
  @exclusivity(unchecked) var history: History?
  /// The visits that are being taken back; nil if none are.
  @exclusivity(unchecked) var undoing: UndoSequence?
  /// The visits that were undone, and those that could not be; nil if there is none that could not be.
  @exclusivity(unchecked) var undoError: FlowUndoError?
  /// The names of the steps whose visits were undone, latest first.
  @exclusivity(unchecked) var undone: [String] = []
  /// Whether the run has passed on what it could not undo to the run that contains it.
  @exclusivity(unchecked) var hasPassedOn = false
  /// The number of cancelled nested runs that have not ended.
  @exclusivity(unchecked) var leavingRuns = 0
  /// Called when those have ended.
  @exclusivity(unchecked) var whenRunsHaveLeft: [() -> Void] = []
  /// Called when one dependent is left.
  @exclusivity(unchecked) var alone: (() -> Void)?
  /// Ends the run when the last dependent has ended.
  @exclusivity(unchecked) var departure: (() -> Void)?
  /// The experiments that the run takes part in. Set before it begins.
  @exclusivity(unchecked) var assignments: [RunAssignment] = []
  /// The experiments that the enclosing runs take part in. Set before the run begins.
  @exclusivity(unchecked) var assignmentsAround: EnclosingAssignments?
  /// The queues that are blocked by a wait for this run or an enclosing one. Set before the run begins.
  @exclusivity(unchecked) var blocked: BlockedQueue?
  /// The event loops of the enclosing runs that are on other queues. Set before the run begins.
  @exclusivity(unchecked) var eventLoopsAround: [EventLoop] = []
  /// The run that was started, if a run around this one is on another queue. Set before the run begins.
  @exclusivity(unchecked) var startedElsewhere: FlowRunID?
  /// The probes of a test. Set before the run begins.
  @exclusivity(unchecked) var probes: RunProbes?
  /// The log for the run's findings; nil if no observer wants them.
  @exclusivity(unchecked) var findings: FindingLog?
  /// A cache of where the enclosing runs hold their values, by key.
  @exclusivity(unchecked) var contextFindings: [ObjectIdentifier: ContextValues.Finding] = [:]
  /// The closures that the run calls for other code or a clock, by number.
  @exclusivity(unchecked) var callbacks: [Int: RunCallback] = [:]
  @exclusivity(unchecked) private var callbackCount = 0
  /// The relays in place of the next steps of custom steps, to take back when the run rests or ends.
  @exclusivity(unchecked) var relays = WeakList<ForeignRelay>()
  /// The properties of a durable run; nil for others. Set before the run begins.
  @exclusivity(unchecked) var durability: RunDurability?

  func nextCallbackNumber() -> Int {
    callbackCount += 1
    return callbackCount
  }

  /// Ends the objects of the run that other code refers to, so that they no longer call or keep anything of the run.
  func endObjects(of run: Run) {
    let callbacks = callbacks
    self.callbacks = [:]
    for (_, callback) in callbacks.sorted(by: { $0.key < $1.key }) { callback.end() }
    for relay in relays.take() { relay.withdraw(after: run) }
    contextFindings = [:]
  }
}

extension Run {
  var history: History? {
    get { extras?.history }
    set { if newValue != nil || extras != nil { makeExtras().history = newValue } }
  }

  var undoing: UndoSequence? {
    get { extras?.undoing }
    set { if newValue != nil || extras != nil { makeExtras().undoing = newValue } }
  }

  var departure: (() -> Void)? {
    get { extras?.departure }
    set { if newValue != nil || extras != nil { makeExtras().departure = newValue } }
  }

  var assignments: [RunAssignment] {
    get { extras?.assignments ?? [] }
    set { if !newValue.isEmpty || extras != nil { makeExtras().assignments = newValue } }
  }

  var assignmentsAround: EnclosingAssignments? {
    get { extras?.assignmentsAround }
    set { if newValue != nil || extras != nil { makeExtras().assignmentsAround = newValue } }
  }

  var blocked: BlockedQueue? {
    get { extras?.blocked }
    set { if newValue != nil || extras != nil { makeExtras().blocked = newValue } }
  }

  private(set) var eventLoopsAround: [EventLoop] {
    get { extras?.eventLoopsAround ?? [] }
    set { if !newValue.isEmpty || extras != nil { makeExtras().eventLoopsAround = newValue } }
  }

  /// Records that the work of a step of another run executes around this run, if it is the caller.
  func surroundWithCaller() {
    if let work = AsyncWork.current { eventLoopsAround = work.eventLoops }
  }

  /// Records that a step of another run hosts this run.
  func surround(with host: Run) {
    guard host.eventLoop !== eventLoop else { return eventLoopsAround = host.eventLoopsAround }
    eventLoopsAround = [host.eventLoop] + host.eventLoopsAround
    makeExtras().startedElsewhere = host.startedRun
  }

  /// The run that was started, which is the outermost one around this run.
  var startedRun: FlowRunID {
    var run = self
    while let outer = run.parent { run = outer }
    return run.extras?.startedElsewhere ?? run.id
  }

  var probes: RunProbes? {
    get { extras?.probes }
    set { if newValue != nil || extras != nil { makeExtras().probes = newValue } }
  }

  var findings: FindingLog? {
    get { extras?.findings }
    set { if newValue != nil || extras != nil { makeExtras().findings = newValue } }
  }

  var durability: RunDurability? {
    get { extras?.durability }
    set { if newValue != nil || extras != nil { makeExtras().durability = newValue } }
  }
}
