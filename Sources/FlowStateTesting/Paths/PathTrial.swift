import FlowState
import Foundation

/// The failure of a step that the path leaves by a route after a failure.
private struct PathFailure: Error, CustomStringConvertible {
  var description: String { "The path leaves the step by a route after a failure." }
}

/// Plays one run along one path.
///
/// `@unchecked Sendable` because `lock` guards the state.
final class PathTrial: ChainProbe, FlowObserver, @unchecked Sendable {
  /// The number of timers after which a run is considered endless.
  private static let timerLimit = 10_000
  /// The number of started steps after which a run is considered endless.
  private static let startLimit = 10_000

  private let path: FlowPath
  private let steps: [String: DeclaredStep]
  private let answers: [String: [FlowAnswer]]

  private let lock = NSLock()
  private var started = 0
  /// The number of started steps, including those that aren't on the path.
  private var starts = 0
  /// The run of the chain.
  private var run: FlowRunID?
  /// A Boolean value that indicates whether the starting step is inside a step of the chain: in a nested run, or in a
  /// lane of its own.
  private var isInside = false
  /// The name of the chain's latest step if operators wrap it. They start the step itself in lanes of their own.
  private var wrapped: String?
  /// A Boolean value that indicates whether the latest step of the path has taken its route.
  private var hasLeft = true
  private var stray: String?
  private var wrongChoice: PathReport.Fault?

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
      return strayed ?? wrong ?? fault
    }
    return strayed ?? wrong ?? ending.fault ?? (isWalked ? nil : .strays(to: nil))
  }

  /// Records the place of the next start, because steps inside others can have the names of the chain's steps.
  func receive(_ event: FlowEvent) {
    switch event.kind {
    case .runBegan: lock.withLock { run = run ?? event.run }
    case .stepBegan: lock.withLock { began(event) }
    default: break
    }
  }

  /// Call this method with the lock held.
  private func began(_ event: FlowEvent) {
    isInside = event.run != run || event.place.lane > 0 && event.step != wrapped
    if event.run == run, event.place.lane == 0 { wrapped = event.wrapper == nil ? nil : event.step }
  }

  func answer(toStartOf step: String) -> StepAnswer? {
    lock.withLock {
      starts += 1
      guard starts <= Self.startLimit else { return .never }
      // Steps inside a step that does its own work aren't on the path.
      guard !isInside, let declared = steps[step] else { return nil }
      let isTriedAgain = !hasLeft && path.visits[started - 1].step == step
      if !isTriedAgain {
        guard started < path.visits.count, path.visits[started].step == step else {
          stray = stray ?? step
          return .never
        }
        started += 1
        hasLeft = false
      }
      switch path.visits[started - 1].cause {
      case .result: break
      case .cancellation: return .failure(CancellationError())
      case .failure, .timeout: return .failure(PathFailure())
      }
      guard let answers = answers[step], let first = answers.first else { return .noResult }
      guard answers.count > 1, let route = path.visits[started - 1].route else { return first.stepAnswer }
      return (answers.first { $0.leads(declared, to: route) } ?? first).stepAnswer
    }
  }

  func route(from step: String) -> String? {
    lock.withLock {
      hasLeft = true
      return started > 0 ? path.visits[started - 1].route : nil
    }
  }

  func chose(_ label: String, from step: String) {
    let isDeclared = steps[step]?.routes.contains { $0.label == label && $0.cause == .result } ?? true
    lock.withLock {
      if !isDeclared, wrongChoice == nil { wrongChoice = .choosesUnknown(route: label, at: step) }
    }
  }

  private var wrong: PathReport.Fault? { lock.withLock { wrongChoice } }
  private var strayed: PathReport.Fault? { lock.withLock { stray.map { .strays(to: $0) } } }
  private var isEndless: Bool { lock.withLock { starts > Self.startLimit } }
  private var isWalked: Bool { lock.withLock { started == path.visits.count } }
  private var lastStep: String { lock.withLock { started > 0 ? path.visits[started - 1].step : "" } }

  /// Records the end of the run.
  ///
  /// `@unchecked Sendable` because `lock` guards the state.
  private final class Ending: @unchecked Sendable {
    private let lock = NSLock()
    private var outcome: PathReport.Fault??

    var isKnown: Bool { lock.withLock { outcome != nil } }
    var fault: PathReport.Fault? { lock.withLock { outcome ?? nil } }

    func note(_ outcome: FlowOutcome<Any>) {
      let fault: PathReport.Fault? =
        switch outcome {
        case .completed: nil
        case .failed(let error): .failed("\(error)")
        case .cancelled: .cancelled
        }
      lock.withLock { self.outcome = .some(fault) }
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
