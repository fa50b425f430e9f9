import Synchronization

/// One execution of a flow, or of a bare start: its name, its steps, its observer, and how it ends.
///
/// Confined to the queue of its conductor, except for what never changes.
@usableFromInline
final class Run {
  let id: FlowRunID
  @usableFromInline let conductor: Conductor
  /// Whether the run stays alive at rest: a bare start's does, a flow's ends.
  let isOpen: Bool
  @usableFromInline let isObserved: Bool
  let observer: (any FlowObserver)?
  let clock: any FlowClock
  /// Takes the ending and returns what tells it to whoever waits; set from the beginning of the run to its end.
  private var conclude: ((FlowEvent.Ending) -> () -> Void)?
  /// Whether the run is to end as cancelled: set from any thread, so that a run which waits for its turn never begins.
  private let isCancelled = Atomic<Bool>(false)

  /// The first lane, while it moves or waits. Guard, as for the counters: the conductor.
  @exclusivity(unchecked) private var root: Lane?
  /// How many steps have been started. Guard: the conductor.
  @exclusivity(unchecked) private var visits = 0
  /// How many lanes have been opened. Guard: the conductor.
  @exclusivity(unchecked) private var lanes = 0
  /// How many events have been told. Guard: the conductor.
  @exclusivity(unchecked) private var events = 0
  private var steps = RunSteps()

  /// A run of a flow, or, if `isOpen`, of a bare start.
  init(
    id: FlowRunID, conductor: Conductor, observer: (any FlowObserver)?, clock: any FlowClock = MonotonicClock(),
    isOpen: Bool = false
  ) {
    self.id = id
    self.conductor = conductor
    self.observer = observer
    self.clock = clock
    self.isOpen = isOpen
    isObserved = observer != nil
  }

  deinit {
    // Nobody is left who could move the run, and somebody may be waiting for it.
    guard let conclude else { return }
    let place = FlowPlace(run: id, lane: 0, visit: visits)
    let tell = conclude(.failed(FlowError(step: id.flow, place: place, reason: .abandoned)))
    conductor.postLater(Errand(tell))
  }

  /// Where the run stands: in the lane whose closure is executing, else in its first.
  var place: FlowPlace {
    if let lane = conductor.lane, lane.run === self { return lane.place }
    return rootPlace
  }

  private var rootPlace: FlowPlace { root?.place ?? FlowPlace(run: id, lane: 0, visit: visits) }

  // MARK: Beginning

  /// Begins a bare run.
  func beginOpen(with first: AnyFlowStep) {
    conductor.post(
      Errand { [self] in
        begin(parent: nil) { first }
      })
  }

  /// Begins a flow's run, unless it was cancelled before. On the queue.
  func begin(
    parent: FlowPlace?, conclude: @escaping (FlowEvent.Ending) -> () -> Void, build: () -> AnyFlowStep
  ) {
    self.conclude = conclude
    if isCancelled.load(ordering: .acquiring) { return settle(.cancelled) }
    begin(parent: parent, build: build)
  }

  /// Builds the steps and lets the first one start. On the queue.
  private func begin(parent: FlowPlace?, build: () -> AnyFlowStep) {
    let lane = Lane(in: self, isOpen: isOpen)
    root = lane
    if isObserved { report(.runBegan(parent: parent), step: nil, at: lane.place) }
    let outer = conductor.enter(lane)
    steps.isBuilding = !isOpen
    let first = build()
    steps.isBuilding = false
    conductor.enter(outer)
    lane.begin(first)
  }

  /// Takes charge of a step that was made by one of the run's closures.
  func adopt(_ step: AnyFlowStep) {
    if !isOpen { steps.adopt(step) }
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

  /// Tells the observer. Callers ask `isObserved` first, so that nothing is made for nobody.
  func report(_ kind: FlowEvent.Kind, step: String?, at place: FlowPlace) {
    events += 1
    observer?.receive(FlowEvent(sequence: events, time: clock.now, step: step, place: place, kind: kind))
  }

  @usableFromInline
  func reportContent(of step: AnyFlowStep) {
    report(.contentSet, step: step.identifier, at: place)
  }

  // MARK: Ending

  /// The lane has come to rest and may move again; until then only its handlers hold it.
  func rests(_ lane: Lane) {
    if lane === root { root = nil }
  }

  /// A lane at rest moves again.
  func moves(_ lane: Lane) {
    if lane.isRoot { root = lane }
  }

  /// The first lane has come to its end.
  func end(_ ending: Lane.Ending) {
    switch ending {
    case .rested: settle(.completed)
    case .failed(let error): settle(.failed(error))
    }
  }

  /// Ends the run and all that it has under way.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    guard conclude != nil else { return }
    root?.close()
    settle(.cancelled)
  }

  /// Ends the run, from any thread: at once if the caller is on its queue and nothing is under way there.
  func cancelFromOutside() {
    isCancelled.store(true, ordering: .releasing)
    conductor.post(Errand { [self] in cancel() })
  }

  private func settle(_ ending: FlowEvent.Ending) {
    let place = rootPlace
    root = nil
    guard let conclude else { return }
    self.conclude = nil
    if isObserved { report(.runEnded(ending), step: nil, at: place) }
    let tell = conclude(ending)
    conductor.afterward { [self] in
      // Whoever hears of the end finds nothing of the run alive.
      steps.dismantle()
      tell()
    }
  }
}
