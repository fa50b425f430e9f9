import Synchronization

/// One execution of a flow or of a bare start: its name, steps, observers and ending.
///
/// Confined to the queue of its event loop, except for constants.
@usableFromInline
final class Run {
  let id: FlowRunID
  @usableFromInline let eventLoop: EventLoop
  // These seven share a word.
  /// Whether the run stays alive at rest. A bare start's run does; a flow's run ends.
  let isOpen: Bool
  /// Whether the run takes apart the steps that were made during the run when it ends.
  let ownsSteps: Bool
  /// Whether the run remembers its visits.
  private let hasHistory: Bool
  /// Whether the run reports or records new content of steps: it is observed, or has a history. One flag, because each step asks, and
  /// two loads keep the run and its lane retained: 8 % of the instructions of a synchronous step. Guarded by the event loop after the
  /// run has begun.
  @exclusivity(unchecked) private(set) var followsContent: Bool
  /// Whether the run will end as cancelled. Any thread can set it, so that a run that waits for its first turn never begins.
  let isCancelled = Atomic<Bool>(false)
  /// Whether there is an observer. Guarded by the event loop after the run has begun.
  @usableFromInline @exclusivity(unchecked) private(set) var isObserved: Bool {
    didSet { followsContent = isObserved || hasHistory }
  }
  /// Whether the run has reported its end. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var hasEnded = false
  let sharedClock: SharedClock
  /// The enclosing run, if it shares the event loop; nil after this run has ended. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var parent: Run?
  /// Receives the end. Set from the beginning of the run to its end. Guarded by the event loop.
  @exclusivity(unchecked) private var completion: (any RunCompletion)?

  /// The observers, in the order in which they receive events. Guarded by the event loop after the run has begun.
  @exclusivity(unchecked) private(set) var observers: RunObservers
  /// The first lane, while it moves or waits. Guarded by the event loop, like the counters.
  @exclusivity(unchecked) private(set) var root: Lane?
  /// The number of visits: of starts of steps, and of late completions that continue an open run.
  @exclusivity(unchecked) private(set) var visits = 0
  /// The number of lanes that have been opened.
  @exclusivity(unchecked) private var lanes = 0
  /// The number of events that have been reported.
  @exclusivity(unchecked) private var events = 0
  /// The number of tasks and runs on other queues that still work for this run.
  @exclusivity(unchecked) private(set) var dependents = 0
  /// The values that the steps of the run share. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var values = ContextValues()
  /// The context through which steps access the values, after its first use. Guarded by the event loop.
  @exclusivity(unchecked) private var contextMade: FlowContext?
  /// The steps to take apart at the end. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var steps = RunSteps()
  /// The properties that few runs have, such as a history or the probes of a test. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var extras: RunExtras?

  /// Creates a run of a flow.
  init(
    id: FlowRunID, eventLoop: EventLoop, observers: RunObservers, clock: SharedClock,
    history: History? = nil, parent: Run? = nil
  ) {
    self.id = id
    self.eventLoop = eventLoop
    self.observers = observers
    sharedClock = clock
    self.parent = parent
    isOpen = false
    ownsSteps = true
    hasHistory = history != nil
    isObserved = !observers.isEmpty
    followsContent = isObserved || hasHistory
    if let history { self.history = history }
    if observers.wantFindings { findings = FindingLog() }
  }

  /// Creates a run of steps that were made outside it. An open run stays alive at rest.
  init(ofStepsFromOutside id: FlowRunID, eventLoop: EventLoop, observer: (any FlowObserver)?, isOpen: Bool) {
    self.id = id
    self.eventLoop = eventLoop
    observers = RunObservers(observer.map { [$0] } ?? [])
    self.isOpen = isOpen
    sharedClock = SharedClock(MonotonicClock())
    parent = nil
    ownsSteps = false
    hasHistory = false
    followsContent = observer != nil
    isObserved = observer != nil
    if observers.wantFindings { findings = FindingLog() }
  }

  deinit {
    // In a loop, because releasing the enclosing runs of a deeply nested run recursively would exhaust the stack.
    var outer = parent.take()
    while outer != nil, isKnownUniquelyReferenced(&outer) { outer = outer?.parent.take() }
    // No code is left that can move the run, but other code may wait for it.
    guard let completion else {
      contextMade?.end()
      return
    }
    let place = FlowPlace(run: id, lane: 0, visit: visits)
    let error = FlowError(step: id.flow, place: place, reason: .abandoned)
    completion.runSettled(.failed(error))
    eventLoop.postLater(
      ClosureMessage { [observers, sharedClock, events, contextMade, probes] in
        contextMade?.end()
        let event = FlowEvent(
          sequence: events + 1, time: sharedClock.now, step: nil, place: place, kind: .runEnded(.failed(error)))
        observers.receive(event)
        probes?.watch?.ended(place.run)
        completion.runEnded(.failed(error))
      })
  }

  /// The lane whose closure is executing, if it is one of this run; otherwise the first lane, while it moves or waits.
  var currentLane: Lane? {
    if let lane = eventLoop.lane, lane.run === self { return lane }
    return root
  }

  /// The current place of the run.
  @usableFromInline var place: FlowPlace { currentLane?.place ?? rootPlace }

  var rootPlace: FlowPlace { root?.place ?? FlowPlace(run: id, lane: 0, visit: visits) }

  var clock: any FlowClock { sharedClock.clock }

  /// Identifies the run among those that are alive.
  var identity: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Records a step that the run's builder has made.
  func note(built step: AnyFlowStep) {
    steps.keep(step, ownedBy: eventLoop, in: identity)
    if let probes { probes.watch?.made(step) }
  }

  /// Records a step that another closure of the run has made.
  func note(made step: AnyFlowStep) {
    if ownsSteps { steps.note(step, madeBy: eventLoop) }
    if let probes { probes.watch?.made(step) }
  }

  /// Makes the run a part of a durable run, before it begins.
  ///
  /// - Parameters:
  ///   - isResumed: Whether the run has begun in an earlier part.
  ///   - visits: The number of steps that the earlier parts have started.
  ///   - isSilent: Whether the observers receive no events.
  func becomeDurable(isResumed: Bool, after visits: Int, isSilent: Bool) {
    durability = RunDurability(isResumed: isResumed)
    findings = nil
    self.visits = visits
    if isSilent { isObserved = false }
  }

  /// Remembers a step that a closure has made along the way; see ``RunSteps/remember(_:)``.
  func remember(_ step: AnyFlowStep) -> Bool { steps.remember(step) }

  func nextVisitNumber() -> Int {
    visits += 1
    return visits
  }

  func nextLaneNumber() -> Int {
    lanes += 1
    return lanes - 1
  }

  /// The extras, which are made at their first use.
  func makeExtras() -> RunExtras {
    if let extras { return extras }
    let made = RunExtras()
    extras = made
    return made
  }

  // MARK: The beginning

  /// Makes the first lane, and passes it to `open`. A run with a completion that was cancelled before settles instead. Called on the
  /// queue.
  ///
  /// - Parameters:
  ///   - completion: Receives the end; nil for a bare run.
  ///   - open: Begins to work in the first lane.
  func begin(_ completion: (any RunCompletion)?, in open: (Lane) -> Void) {
    if let completion {
      self.completion = completion
      if isCancelled.load(ordering: .acquiring) { return settle(.cancelled) }
    }
    let lane = Lane(in: self, for: nil, isOpen: isOpen, visits: visits)
    root = lane
    open(lane)
  }

  // MARK: The end

  /// Records that a lane has come to rest and can move again. Until then, only its handlers keep it alive.
  func rests(_ lane: Lane) {
    if lane === root { root = nil }
  }

  /// Records that a lane at rest moves again.
  func moves(_ lane: Lane) {
    if lane.isRoot { root = lane }
  }

  /// Whether the run is under way: it has begun and has not settled.
  var isUnderWay: Bool { completion != nil }

  /// Ends the run because its first lane has ended.
  func end(_ failure: FlowError?) {
    settle(failure.map { .failed($0) } ?? .completed(nil))
  }

  /// Ends the run and cancels the work under way. An open run doesn't end; it cancels the work under way and comes to rest.
  func cancel() {
    if isOpen { return root?.leaveChain() ?? () }
    isCancelled.store(true, ordering: .releasing)
    guard isUnderWay else { return }
    root?.close()
    settle(.cancelled)
  }

  /// Settles the run, unless it has settled. Reports its end when no work for the run is left.
  func settle(_ ending: FlowOutcome<Never>) {
    let place = rootPlace
    let lane = root.take()
    guard let completion = completion.take() else { return }
    if findings != nil, case .completed = ending { findings?.missingResult = completion.missingResult }
    completion.runSettled(ending)
    let undoLane = undoes(after: ending) ? lane : nil
    if dependents == 0, undoLane == nil, !hasUndoError { return depart(ending, at: place, completion) }
    departure = { [self] in
      let end = { [self] (ending: FlowOutcome<Never>) in
        if hasUndoError {
          let reported = reported(ending)
          completion.runSettled(reported)
          // The run that contains this one, and has cancelled it, doesn't wait for its outcome.
          if wasCancelled(with: ending) { passOn(reported) }
          return depart(reported, at: place, completion)
        }
        depart(ending, at: place, completion)
      }
      if let undoLane { undoAll(after: ending, in: undoLane, then: end) } else { end(ending) }
    }
    if dependents == 0, let departure = departure.take() { departure() }
  }

  /// Reports the end of the run, for which no work is left.
  private func depart(_ ending: FlowOutcome<Never>, at place: FlowPlace, _ completion: any RunCompletion) {
    hasEnded = true
    if findings != nil, case .completed = ending { reportFindings() }
    if isObserved { report(isSetAside ? .runSetAside : .runEnded(ending), of: nil, at: place) }
    eventLoop.perform(afterwards: .end(self, completion, ending))
  }

  /// Releases everything, and then passes the end on.
  func finish(_ completion: any RunCompletion, _ ending: FlowOutcome<Never>) {
    durability?.end()
    history?.clear()
    steps.dismantle()
    extras?.endObjects(of: self)
    if probes != nil { probeContextValues() }
    endContext()
    if dependents == 0 { parent = nil }
    probes?.watch?.ended(id)
    completion.runEnded(ending)
  }

  // MARK: Work that outlives a step

  /// Keeps the run from ending while a dependent works for it. A dependent can take time to end even after it is cancelled.
  /// Balance each call with ``removeDependent()``.
  func addDependent() {
    var run = self
    while run.countsFirstDependent(), let parent = run.parent { run = parent }
  }

  /// Calls a closure when only one dependent is left.
  func whenAlone(_ body: @escaping () -> Void) { makeExtras().alone = body }

  /// Counts a dependent. Returns whether it is the first, so that the enclosing run must wait too.
  private func countsFirstDependent() -> Bool {
    dependents += 1
    return dependents == 1
  }

  /// Ends the work of a dependent; see ``addDependent()``.
  func removeDependent() {
    var run: Run? = self
    while let current = run {
      current.dependents -= 1
      if current.dependents == 1, let alone = current.extras?.alone.take() { alone() }
      guard current.dependents == 0 else { return }
      // This run ends before the enclosing run, which counts it as one dependent.
      run = current.parent
      if let departure = current.departure.take() { departure() }
    }
  }

  // MARK: Reporting

  /// Reports an event to the observers. Callers check `isObserved` first, so that an unobserved run makes no events. The
  /// arguments are consumed, so that the event needs no further copy.
  @usableFromInline
  func report(_ kind: consuming FlowEvent.Kind, of step: consuming StepName?, at place: consuming FlowPlace) {
    events += 1
    let event = FlowEvent(sequence: events, time: sharedClock.now, step: step, place: place, kind: kind)
    observers.receive(event)
  }

  /// Adds an observer, which receives the next events.
  func addObserver(_ newcomer: any FlowObserver) {
    observers.append(newcomer)
    isObserved = true
  }

  /// Removes the observers that meet a condition.
  func removeObservers(where condition: (any FlowObserver) -> Bool) {
    observers.removeAll(where: condition)
    isObserved = !observers.isEmpty
  }

  func reportSet(_ name: String, _ value: String?) {
    report(.contextSet(name, value), of: nil, at: place)
  }

  // MARK: The context

  /// The context through which the steps share values.
  var context: FlowContext {
    if let contextMade { return contextMade }
    let context = FlowContext(of: self)
    contextMade = context
    return context
  }

  /// Changes the values of the context. A value that the change removes is returned, because releasing it can run code that
  /// reads the values.
  func changeValues<Removed>(_ change: (inout ContextValues) -> Removed) -> Removed { change(&values) }

  /// Releases the values when the run has ended, even if other code keeps the run or its context.
  private func endContext() {
    contextMade?.end()
    let old = values
    values = ContextValues()
    for key in old.own.keys { eventLoop.noteContextChange(of: key) }
    withExtendedLifetime(old) {}
  }
}
