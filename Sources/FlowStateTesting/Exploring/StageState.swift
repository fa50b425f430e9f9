import FlowState

/// What a stage knows: what can happen, how steps are answered, and how the run has ended.
struct StageState {
  var pending = PendingEvents()
  /// The answers to the steps that are answered here.
  private(set) var answers: [(step: String, answer: StepAnswer)] = []
  /// Answers the other steps, if the flow has a script.
  var script: (any RunProbe)?
  /// What is never answered, kept so that it waits.
  var unanswered: [(step: String, reply: StepReply)] = []
  var requirements: [@Sendable (ScheduleReport) throws -> String?] = []
  var run: FlowRun?
  var isCancelled = false
  /// How often the outcome was told.
  private(set) var outcomes = 0
  private(set) var describeOutcome: @Sendable () -> String = { "none" }
  /// How many timers waited when it was told.
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

  /// Gives up the run, and what is never to happen; returned so that it is let go of without a lock.
  mutating func giveUp() -> Any {
    defer {
      unanswered = []
      run = nil
      pending = PendingEvents()
    }
    return (unanswered, run, pending)
  }
}
