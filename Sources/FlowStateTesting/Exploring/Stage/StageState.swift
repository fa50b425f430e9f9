import FlowState

/// The state of a stage: the pending events, the answers to steps, and the runs with their outcomes.
struct StageState {
  /// A run that the setup has started.
  struct StagedRun {
    var run: FlowRun?
    var isCancelled = false
    /// The number of times that the run reported its outcome.
    var outcomes = 0
    var describeOutcome: @Sendable () -> String = { "none" }
  }

  var pending = PendingEvents()
  /// The answers that the stage gives.
  private(set) var answers: [String: StepAnswer] = [:]
  /// The script of the flows, which answers the other steps.
  var script: (any RunProbe)?
  /// The starts that are never answered, kept so that they keep waiting.
  var unanswered: [(start: StageStart?, reply: StepReply)] = []
  var requirements: [StageRequirement] = []
  var runs: [StagedRun] = []
  /// The queues that the explorer plays.
  var queues = ReplacementQueues()
  /// The events and timers that existed when the last run ended.
  private(set) var lastAwaited: (event: Int, timer: Int)?
  /// The number of the runs' timers at that time.
  private(set) var timersLeft = 0
  var requiresHandlersReleased = false
  var coverage = StageCoverage()

  /// Adds a run, which can start after the others have ended. The schedule then waits for its events and timers, too.
  mutating func addRun() {
    runs.append(StagedRun())
    lastAwaited = nil
  }

  /// A Boolean value that indicates whether every run has reported its outcome.
  var hasEnded: Bool { runs.allSatisfy { $0.outcomes > 0 } }

  mutating func setAnswer(_ answer: StepAnswer?, for step: String) {
    answers[step] = answer
  }

  func answer(for step: String) -> StepAnswer? {
    answers[step]
  }

  mutating func outcomeTold(of run: Int, timers: StageTimers, _ describe: @escaping @Sendable () -> String) {
    runs[run].outcomes += 1
    runs[run].describeOutcome = describe
    guard hasEnded else { return }
    timersLeft = timers.waiting.count { $0.isOfRun }
    if lastAwaited == nil { lastAwaited = (pending.made, timers.count) }
  }

  /// Removes the runs and the pending events, and returns them so that the caller can release them without holding a
  /// lock.
  mutating func giveUp() -> Any {
    defer {
      unanswered = []
      for index in runs.indices { runs[index].run = nil }
      pending.removeAll()
    }
    return (unanswered, runs, pending)
  }
}

/// A requirement of a test, with its line.
struct StageRequirement {
  let place: String
  let check: @Sendable (ScheduleReport) throws -> String?
}
