import Synchronization

/// One execution of a flow or of a bare start: its name, steps, observers and ending.
///
/// Confined to the queue of its event loop, except for constants.
@usableFromInline
final class Run {
  let id: FlowRunID
  @usableFromInline let eventLoop: EventLoop
  // These five share a word.
  /// Whether the run stays alive at rest. A bare start's run does; a flow's run ends.
  let isOpen: Bool
  /// Whether the run takes apart the steps that were made during the run when it ends.
  let ownsSteps: Bool
  /// Whether the run will end as cancelled. Any thread can set it, so that a run that waits for its first turn never begins.
  let isCancelled = Atomic<Bool>(false)
  /// Whether there is an observer. Guarded like the observers.
  @usableFromInline @exclusivity(unchecked) private(set) var isObserved: Bool
  /// Whether the run has reported its end. Guarded by the event loop.
  @exclusivity(unchecked) var hasEnded = false
  let sharedClock: SharedClock
  /// The enclosing run, if it shares the event loop; nil after this run has ended. Guarded by the event loop.
  @exclusivity(unchecked) var parent: Run?
  /// Receives the end. Set from the beginning of the run to its end. Guarded by the event loop.
  @exclusivity(unchecked) var completion: (any RunCompletion)?

  /// The observers, in the order in which they receive events. Guarded by the event loop after the run has begun.
  @exclusivity(unchecked) private(set) var observers: RunObservers
  /// The first lane, while it moves or waits. Guarded by the event loop, like the counters.
  @exclusivity(unchecked) var root: Lane?
  /// The number of steps that have started.
  @exclusivity(unchecked) private var visits = 0
  /// The number of lanes that have been opened.
  @exclusivity(unchecked) private var lanes = 0
  /// The number of events that have been reported.
  @exclusivity(unchecked) private var events = 0
  /// The number of tasks and runs on other queues that still work for this run.
  @exclusivity(unchecked) var dependents = 0
  /// The values that the steps of the run share. Guarded by the event loop.
  @exclusivity(unchecked) var values = ContextValues()
  /// The context through which steps access the values, after its first use. Guarded by the event loop.
  @exclusivity(unchecked) private(set) var contextMade: FlowContext?
  /// The steps to take apart at the end. Guarded by the event loop.
  @exclusivity(unchecked) var steps = RunSteps()
  /// The properties that few runs have, such as a history or the probes of a test. Guarded by the event loop.
  @exclusivity(unchecked) var extras: RunExtras?

  /// Creates a run of a flow.
  init(
    id: FlowRunID, eventLoop: EventLoop, observers: RunObservers, clock: SharedClock,
    visitsKept: Int? = nil, parent: Run? = nil
  ) {
    self.id = id
    self.eventLoop = eventLoop
    self.observers = observers
    sharedClock = clock
    self.parent = parent
    isOpen = false
    ownsSteps = true
    isObserved = !observers.isEmpty
    if let visitsKept { history = History(limit: visitsKept) }
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
        completion.runEnded()
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
  func become(_ part: ChainPart) {
    durability = RunDurability(part)
    findings = nil
    visits = part.visits
    if part.isSilent { isObserved = false }
  }

  func nextVisitNumber() -> Int {
    visits += 1
    return visits
  }

  func nextLaneNumber() -> Int {
    lanes += 1
    return lanes - 1
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

  /// Adds a feed, which receives the next events. If the run has ended, ends the feed.
  func addFeed(_ feed: EventFeed) {
    if hasEnded { feed.end() } else { addObserver(feed) }
  }

  /// Removes a feed whose stream was dropped, so that a run doesn't collect them.
  func removeFeed(_ feed: EventFeed) {
    observers.removeAll { $0 as? EventFeed === feed }
    isObserved = !observers.isEmpty
  }

  /// The context through which the steps share values.
  var context: FlowContext {
    if let contextMade { return contextMade }
    let context = FlowContext(of: self)
    contextMade = context
    return context
  }

  func reportSet(_ name: String, _ value: String?) {
    report(.contextSet(name, value), of: nil, at: place)
  }
}
