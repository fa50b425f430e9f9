import Synchronization

/// One execution of a flow, or of a bare start: its name, its steps, its observer, and how it ends.
///
/// Confined to the queue of its event loop, except for what never changes.
@usableFromInline
final class Run {
  let id: FlowRunID
  @usableFromInline let eventLoop: EventLoop
  /// Whether the run stays alive at rest: a bare start's does, a flow's ends.
  let isOpen: Bool
  /// Whether steps that are made while the run executes are taken apart when it ends.
  let ownsSteps: Bool
  let clock: any FlowClock
  /// Where the run was, for runs that can go back.
  @usableFromInline let history: History?
  /// The run that this one is nested in, if it shares its event loop; nil when this one has ended. Guard: the event loop.
  @exclusivity(unchecked) var parent: Run?
  /// Receives the end; set from the beginning of the run to its end. Guard: the event loop.
  @exclusivity(unchecked) var completion: RunCompletion?
  /// Whether the run is to end as cancelled: set from any thread, so that a run which waits for its turn never begins.
  let isCancelled = Atomic<Bool>(false)

  /// Who is told of the run's events, in this order. Guard: the event loop, once the run has begun.
  @exclusivity(unchecked) private(set) var observers: [any FlowObserver]
  /// Whether there is an observer. Guard: as for the observer.
  @usableFromInline @exclusivity(unchecked) private(set) var isObserved: Bool
  /// The first lane, while it moves or waits. Guard, as for the counters: the event loop.
  @exclusivity(unchecked) var root: Lane?
  /// How many steps have been started. Guard: the event loop.
  @exclusivity(unchecked) private var visits = 0
  /// How many lanes have been opened. Guard: the event loop.
  @exclusivity(unchecked) private var lanes = 0
  /// How many events have been told. Guard: the event loop.
  @exclusivity(unchecked) private var events = 0
  /// How many tasks and runs on other queues still work for this run. Guard: the event loop.
  @exclusivity(unchecked) var dependents = 0
  /// Whether the end of the run has been told. Guard: the event loop.
  @exclusivity(unchecked) var hasEnded = false
  /// What ends the run when the last of them has ended. Guard: the event loop.
  @exclusivity(unchecked) var departure: (() -> Void)?
  /// The experiments that the run takes part in; set before it begins.
  @exclusivity(unchecked) var assignments: [VariantAssignment] = []
  /// The experiments that the runs around this one take part in; set before it begins.
  @exclusivity(unchecked) var assignmentsAround: EnclosingAssignments?
  /// What the steps of the run share. Guard: the event loop.
  @exclusivity(unchecked) var values = ContextValues()
  /// By which the steps see it, once one has asked. Guard: the event loop.
  @exclusivity(unchecked) private(set) var contextMade: FlowContext?
  /// The steps to take apart at the end. Guard: the event loop.
  @exclusivity(unchecked) var steps = RunSteps()
  /// The queues that wait for this run or one around it; set before it begins.
  @exclusivity(unchecked) var blocked: BlockedQueue?
  /// What a test has attached; set before the run begins.
  @exclusivity(unchecked) var probes: RunProbes?

  /// A run of a flow.
  init(
    id: FlowRunID, eventLoop: EventLoop, observers: [any FlowObserver], clock: any FlowClock,
    visitsKept: Int? = nil, parent: Run? = nil
  ) {
    self.id = id
    self.eventLoop = eventLoop
    self.observers = observers
    self.clock = clock
    self.parent = parent
    history = visitsKept.map { History(limit: $0) }
    isOpen = false
    ownsSteps = true
    isObserved = !observers.isEmpty
  }

  /// A run of steps that were made outside of it. If it is open, it stays alive at rest.
  init(ofStepsFromOutside id: FlowRunID, eventLoop: EventLoop, observer: (any FlowObserver)?, isOpen: Bool) {
    self.id = id
    self.eventLoop = eventLoop
    observers = observer.map { [$0] } ?? []
    self.isOpen = isOpen
    clock = MonotonicClock()
    parent = nil
    history = nil
    ownsSteps = false
    isObserved = observer != nil
  }

  deinit {
    // One after the other: the runs around a deeply nested one would exhaust the stack.
    var outer = parent.take()
    while outer != nil, isKnownUniquelyReferenced(&outer) { outer = outer?.parent.take() }
    // Nobody is left who could move the run, and somebody may be waiting for it.
    guard let completion else {
      contextMade?.end()
      return
    }
    let place = FlowPlace(run: id, lane: 0, visit: visits)
    let error = FlowError(step: id.flow, place: place, reason: .abandoned)
    completion.runSettled(.failed(error))
    eventLoop.postLater(
      ClosureMessage { [observers, clock, events, contextMade] in
        contextMade?.end()
        let event = FlowEvent(
          sequence: events + 1, time: clock.now, step: nil, place: place, kind: .runEnded(.failed(error)))
        for observer in observers { observer.receive(event) }
        completion.runEnded()
      })
  }

  /// Where the run stands: in the lane whose closure is executing, else in its first.
  @usableFromInline var place: FlowPlace {
    if let lane = eventLoop.lane, lane.run === self { return lane.place }
    return rootPlace
  }

  var rootPlace: FlowPlace { root?.place ?? FlowPlace(run: id, lane: 0, visit: visits) }

  /// Takes note of a step that was made by the run's builder, or by another of its closures.
  func note(made step: AnyFlowStep) {
    if ownsSteps {
      step.makingLoop = eventLoop
      steps.note(step, madeBy: eventLoop)
    }
    if let probes { probes.watch?.made(step) }
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

  /// Tells the observers. Callers ask `isObserved` first, so that nothing is made for nobody. What they hand over becomes the
  /// event, without another copy.
  @usableFromInline
  func report(_ kind: consuming FlowEvent.Kind, of step: consuming StepName?, at place: consuming FlowPlace) {
    events += 1
    let event = FlowEvent(
      sequence: events, time: clock.now, step: step?.identifier, wrapper: step?.wrapper, place: place, kind: kind)
    for observer in observers { observer.receive(event) }
  }

  /// Tells one more observer from now on.
  func addObserver(_ newcomer: any FlowObserver) {
    observers.append(newcomer)
    isObserved = true
  }

  /// Tells somebody who awaits events what happens from now on; nothing if the run has ended.
  func addFeed(_ feed: EventFeed) {
    if hasEnded { feed.end() } else { addObserver(feed) }
  }

  /// What the steps of the run share, as they see it.
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
