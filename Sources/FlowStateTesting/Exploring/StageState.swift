import FlowState

/// The state of a stage: what can happen, the answers to steps, and the outcome of the run.
struct StageState {
  var pending = PendingEvents()
  /// The answers that the stage gives.
  private(set) var answers: [(step: String, answer: StepAnswer)] = []
  /// The flow's script, which answers the other steps.
  var script: (any RunProbe)?
  /// The starts that are never answered, kept so that they wait.
  var unanswered: [(step: String, reply: StepReply)] = []
  var requirements: [@Sendable (ScheduleReport) throws -> String?] = []
  var run: FlowRun?
  var isCancelled = false
  /// The number of times that the run reported its outcome.
  private(set) var outcomes = 0
  private(set) var describeOutcome: @Sendable () -> String = { "none" }
  /// The number of timers at that time.
  private(set) var timersLeft = 0

  mutating func setAnswer(_ answer: StepAnswer, for step: String) {
    answers.removeAll { $0.step == step }
    answers.append((step, answer))
  }

  func answer(for step: String) -> StepAnswer? {
    answers.first { $0.step == step }?.answer
  }

  mutating func outcomeTold(timersLeft: Int, _ describe: @escaping @Sendable () -> String) {
    outcomes += 1
    self.timersLeft = timersLeft
    describeOutcome = describe
  }

  /// Removes the run and the pending events, and returns them so that the caller can release them without a lock.
  mutating func giveUp() -> Any {
    defer {
      unanswered = []
      run = nil
      pending = PendingEvents()
    }
    return (unanswered, run, pending)
  }
}
