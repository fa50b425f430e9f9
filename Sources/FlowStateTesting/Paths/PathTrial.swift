import FlowChains
import FlowState

/// The failure of a step that the path leaves by a route after a failure.
private struct PathFailure: Error, CustomStringConvertible {
  var description: String { "The path leaves the step by a route after a failure." }
}

/// Plays one run along one path.
final class PathTrial: ChainProbe, FlowObserver {
  /// The number of timers after which a run is considered endless.
  private static let timerLimit = 10_000
  /// The number of started steps after which a run is considered endless.
  private static let startLimit = 10_000

  private let path: FlowPath
  private let steps: [String: DeclaredStep]
  private let answers: [String: [FlowAnswer]]

  private struct State {
    var started = 0
    /// The number of started steps, including those that aren't on the path.
    var starts = 0
    /// The run of the chain.
    var run: FlowRunID?
    /// A Boolean value that indicates whether the starting step is inside a step of the chain: in a nested run, or in a
    /// lane of its own.
    var isInside = false
    /// The name of the chain's latest step if operators wrap it. They start the step itself in lanes of their own.
    var wrapped: String?
    /// A Boolean value that indicates whether the latest step of the path has taken its route.
    var hasLeft = true
    var stray: String?
    var wrongChoice: PathReport.Fault?
    var wrongAnswer: FlowAnswerError?
    /// The visits of the path that are stops.
    var stops: Set<Int> = []
    var back: BackPlay
    var backFault: PathReport.BackFault?
    var backRefusal: FlowHistoryError?

    /// Records a start of a step.
    mutating func began(_ event: FlowEvent) {
      isInside = event.run != run || event.place.lane > 0 && event.step != wrapped
      if event.run == run, event.place.lane == 0 { wrapped = event.wrapper == nil ? nil : event.step }
    }
  }

  private let state: Locked<State>

  init(
    _ path: FlowPath, of chain: FlowChain, _ answers: [String: [FlowAnswer]], playingBackAt places: [BackPlace] = []
  ) {
    self.path = path
    state = Locked(State(back: BackPlay(at: places)))
    steps = Dictionary(chain.steps.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    self.answers = answers
  }

  /// Runs the flow, and returns its fault on this path; nil if there is none.
  func run(_ flow: Flow<Any, Any>) -> PathReport.Fault? {
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    let ending = Ending()
    var flow = flow.on(queue).timed(by: clock).reversible().undoing([])
    flow.probes = RunProbes(script: self, watch: nil, observer: self)
    let run = flow.start { ending.note($0) }
    queue.play()
    var timers = 0
    while !ending.isKnown, timers < Self.timerLimit {
      if state.withLock({ $0.back.takeRequest() }) {
        run.goBack()
        queue.play()
        continue
      }
      guard !endsBackwards else { break }
      state.withLock { $0.back.timePasses(at: $0.started - 1) }
      guard clock.advanceToNextTimer() != nil else { break }
      timers += 1
    }
    if let fault = backFault(at: ending) {
      end(run, on: queue)
      return fault
    }
    guard !endsBackwards else {
      end(run, on: queue)
      return nil
    }
    guard ending.isKnown else {
      let fault: PathReport.Fault =
        timers < Self.timerLimit && !isEndless ? .hangs(at: lastStep) : .neverEnds(at: lastStep)
      end(run, on: queue)
      return afterBack(refused ?? strayed ?? wrong ?? fault)
    }
    return (refused ?? strayed ?? wrong ?? ending.fault ?? (isWalked ? nil : .strays(to: nil))).map(afterBack)
  }

  private func end(_ run: FlowRun, on queue: ManualQueue) {
    run.cancel()
    queue.play()
  }

  /// Records the place of the next start, because steps inside others can have the names of the chain's steps.
  func receive(_ event: FlowEvent) {
    switch event.kind {
    case .runBegan: state.withLock { $0.run = $0.run ?? event.run }
    case .stepBegan: state.withLock { $0.began(event) }
    case .backRefused(let error): state.withLock { if event.run == $0.run { $0.backRefusal = error } }
    default: break
    }
  }

  func answer(toStartOf step: AnyFlowStep) -> StepAnswer? {
    let (step, isStop) = (step.identifier, step.isStop)
    return state.withLock { state in
      state.starts += 1
      guard state.starts <= Self.startLimit else { return .never }
      // Steps inside a step that does its own work aren't on the path.
      guard !state.isInside, let declared = steps[step] else {
        if isStop, state.started > 0 { state.stops.insert(state.started - 1) }
        return nil
      }
      let isReturning = state.back.place != nil
      if isReturning {
        guard arrives(at: step, &state) else { return .never }
        state.back.arrives(doingOwnWork: answers[step].map { $0.first?.stepAnswer == nil } ?? false)
        if state.back.isDone { return .never }
      }
      let isTriedAgain = !state.hasLeft && path.visits[state.started - 1].step == step
      if !isTriedAgain {
        guard state.started < path.visits.count, path.visits[state.started].step == step else {
          state.stray = state.stray ?? step
          return .never
        }
        if !isReturning, state.back.loops(at: state.started) {
          state.backFault = .loops(through: state.back.played.last?.previousStop.map { path.visits[$0].step } ?? step)
          return .never
        }
        state.started += 1
        state.hasLeft = false
        if isStop || declared.isStop { state.stops.insert(state.started - 1) }
        if state.back.starts(state.started - 1) { return .never }
      }
      switch path.visits[state.started - 1].cause {
      case .result: break
      case .cancellation: return .failure(CancellationError())
      case .failure, .timeout: return .failure(PathFailure())
      }
      guard let answers = answers[step], let first = answers.first else { return .noResult }
      guard answers.count > 1, let route = path.visits[state.started - 1].route else { return first.stepAnswer }
      return (answers.first { $0.leads(declared, to: route) } ?? first).stepAnswer
    }
  }

  func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error {
    let error = FlowAnswerError(result, inPlaceOf: expected, by: step)
    state.withLock { $0.wrongAnswer = $0.wrongAnswer ?? error }
    return error
  }

  func route(from step: String) -> String? {
    state.withLock { state in
      // A chain inside a step that does its own work chooses its own routes.
      guard RunAtWork.place?.run == state.run else { return nil }
      state.hasLeft = true
      return state.started > 0 ? path.visits[state.started - 1].route : nil
    }
  }

  func chose(_ label: String, from step: String) {
    let isDeclared = steps[step]?.routes.contains { $0.label == label && $0.cause == .result } ?? true
    state.withLock {
      if !isDeclared, $0.wrongChoice == nil, RunAtWork.place?.run == $0.run {
        $0.wrongChoice = .choosesUnknown(route: label, at: step)
      }
    }
  }

  func goesBack(by route: FlowRoute, from step: String) -> Bool {
    state.withLock { $0.started > 0 && RunAtWork.place?.run == $0.run && $0.back.takesRoute(from: $0.started - 1) }
  }

  // MARK: Back

  /// The places of the path at which Back can be played, after the run.
  var backPlaces: [BackPlace] {
    let last = path.visits.last.flatMap { visit in steps[visit.step]?.routes.first { visit.takes($0) } }
    let routeBack = last?.target == .back ? path.visits.count - 1 : nil
    return BackPlace.places(state.withLock { $0.stops.sorted() }, routeBack: routeBack)
  }

  /// The places at which Back was played.
  var played: [BackPlace] { state.withLock { $0.back.played } }

  /// The stop at which a final step of the flow has refused Back, as text; nil if none has.
  var refusal: String? {
    guard case .finalStep(let final, _)? = state.withLock({ $0.backRefusal }), steps[final] != nil else { return nil }
    return lastLeft.map { "\($0) (past \(final))" }
  }

  /// Records that the run has gone back to a step. Returns whether it is the previous stop.
  private func arrives(at step: String, _ state: inout State) -> Bool {
    let stop = state.back.place?.previousStop
    guard let stop, path.visits[stop].step == step else {
      state.backFault = state.backFault ?? .leads(to: step, insteadOf: stop.map { path.visits[$0].step })
      return false
    }
    (state.started, state.hasLeft) = (stop, true)
    return true
  }

  /// The name of the step that was left backwards last.
  private var lastLeft: String? { played.last.map { path.visits[$0.visit].step } }

  /// A Boolean value that indicates whether the trial ends, because of what going back has led to.
  private var endsBackwards: Bool {
    state.withLock { $0.back.isDone || $0.back.place != nil || $0.backFault != nil }
  }

  private func backFault(at ending: Ending) -> PathReport.Fault? {
    let (known, place, refusal) = state.withLock { ($0.backFault, $0.back.place, $0.backRefusal) }
    guard let left = lastLeft else { return nil }
    if let known { return .back(at: left, known) }
    guard let place else { return nil }
    if let refusal { return self.refusal == nil ? .back(at: left, .refused("\(refusal)")) : nil }
    guard ending.isKnown else { return .back(at: left, .then(.hangs(at: left))) }
    if case .failed(let error)? = ending.fault { return .back(at: left, .fails(error)) }
    return place.previousStop.map { .back(at: left, .leads(to: nil, insteadOf: path.visits[$0].step)) }
  }

  /// Returns a fault as one that comes after Back, if Back was played.
  private func afterBack(_ fault: PathReport.Fault) -> PathReport.Fault {
    lastLeft.map { .back(at: $0, .then(fault)) } ?? fault
  }

  // MARK: Faults of the path

  private var refused: PathReport.Fault? { state.withLock { $0.wrongAnswer }.map { .answersWrongType($0) } }
  private var wrong: PathReport.Fault? { state.withLock { $0.wrongChoice } }
  private var strayed: PathReport.Fault? { state.withLock { $0.stray }.map { .strays(to: $0) } }
  private var isEndless: Bool { state.withLock { $0.starts > Self.startLimit } }
  private var isWalked: Bool { state.withLock { $0.started == path.visits.count } }
  private var lastStep: String { state.withLock { $0.started > 0 ? path.visits[$0.started - 1].step : "" } }

  /// Records the end of the run.
  private final class Ending: Sendable {
    private let outcome = Locked<PathReport.Fault??>(nil)

    var isKnown: Bool { outcome.withLock { $0 != nil } }
    var fault: PathReport.Fault? { outcome.withLock { $0 ?? nil } }

    func note(_ outcome: FlowOutcome<Any>) {
      let fault: PathReport.Fault? =
        switch outcome {
        case .completed: nil
        case .failed(let error): .failed("\(error)")
        case .cancelled: .cancelled
        }
      self.outcome.withLock { $0 = .some(fault) }
    }
  }
}

extension FlowPath.Visit {
  /// Whether the path leaves the visit by a route of the step.
  fileprivate func takes(_ other: FlowRoute) -> Bool { other.label == route && other.cause == cause }
}

extension FlowAnswer {
  /// Returns whether a step chooses a route after this answer.
  fileprivate func leads(_ step: DeclaredStep, to route: String) -> Bool {
    switch act {
    case .result(let make): step.label(after: make()) == route
    case .noResult: step.label(after: nil) == route
    case .after(_, let answer): answer.leads(step, to: route)
    case .failure, .abandonment, .never, .ownWork: false
    }
  }
}
