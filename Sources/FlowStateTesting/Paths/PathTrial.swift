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

    /// Records a start of a step.
    mutating func began(_ event: FlowEvent) {
      isInside = event.run != run || event.place.lane > 0 && event.step != wrapped
      if event.run == run, event.place.lane == 0 { wrapped = event.wrapper == nil ? nil : event.step }
    }
  }

  private let state = Locked(State())

  init(_ path: FlowPath, of chain: FlowChain, _ answers: [String: [FlowAnswer]]) {
    self.path = path
    steps = Dictionary(chain.steps.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    self.answers = answers
  }

  /// Runs the flow, and returns its fault on this path; nil if there is none.
  func run(_ flow: Flow<Any, Any>) -> PathReport.Fault? {
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    let ending = Ending()
    var flow = flow.on(queue).timed(by: clock).reversible()
    flow.probes = RunProbes(script: self, watch: nil, observer: self)
    let run = flow.start { ending.note($0) }
    queue.play()
    var timers = 0
    while !ending.isKnown, timers < Self.timerLimit, clock.advanceToNextTimer() != nil { timers += 1 }
    guard ending.isKnown else {
      let fault: PathReport.Fault =
        timers < Self.timerLimit && !isEndless ? .hangs(at: lastStep) : .neverEnds(at: lastStep)
      run.cancel()
      queue.play()
      return refused ?? strayed ?? wrong ?? fault
    }
    return refused ?? strayed ?? wrong ?? ending.fault ?? (isWalked ? nil : .strays(to: nil))
  }

  /// Records the place of the next start, because steps inside others can have the names of the chain's steps.
  func receive(_ event: FlowEvent) {
    switch event.kind {
    case .runBegan: state.withLock { $0.run = $0.run ?? event.run }
    case .stepBegan: state.withLock { $0.began(event) }
    default: break
    }
  }

  func answer(toStartOf step: String) -> StepAnswer? {
    state.withLock { state in
      state.starts += 1
      guard state.starts <= Self.startLimit else { return .never }
      // Steps inside a step that does its own work aren't on the path.
      guard !state.isInside, let declared = steps[step] else { return nil }
      let isTriedAgain = !state.hasLeft && path.visits[state.started - 1].step == step
      if !isTriedAgain {
        guard state.started < path.visits.count, path.visits[state.started].step == step else {
          state.stray = state.stray ?? step
          return .never
        }
        state.started += 1
        state.hasLeft = false
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
      state.hasLeft = true
      return state.started > 0 ? path.visits[state.started - 1].route : nil
    }
  }

  func chose(_ label: String, from step: String) {
    let isDeclared = steps[step]?.routes.contains { $0.label == label && $0.cause == .result } ?? true
    state.withLock {
      if !isDeclared, $0.wrongChoice == nil { $0.wrongChoice = .choosesUnknown(route: label, at: step) }
    }
  }

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
