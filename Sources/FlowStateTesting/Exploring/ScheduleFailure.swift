/// A schedule that breaks an invariant, as short as the explorer could make it.
///
/// The description contains the schedule as a line that you can paste into a test:
///
/// ```
/// Seed 3 breaks an invariant: The profile was shown before the pictures were there.
/// To see it again:
///   try explorer.replay("deliver, Profile#1")
/// What happens then:
///   > deliver
///   Load#1 run began
///   …
/// ```
public struct ScheduleFailure: Error, CustomStringConvertible {
  /// An invariant that a schedule can break.
  public enum Rule: String, Sendable, Hashable {
    /// A requirement of the test holds; see ``ScheduleStage/require(fileID:line:_:)``.
    case requirement
    /// The outcome is reported exactly once.
    case outcome
    /// Each visit that begins settles exactly once before its run ends. After the end, only extra completions are
    /// reported.
    case settlement
    /// Each answer to a step is reported, as its settlement or as an extra completion.
    case reports
    /// An answer with a result has the type of its step's results.
    case answerType
    /// A run has ended when no mandatory act is left.
    case hang
    /// A run ends within the explorer's limit of choices.
    case endless
    /// After the end, no run and no step is alive, nor an object that the test has noted with ``ScheduleStage/leaks``. The
    /// same applies to handlers, if the setup calls ``ScheduleStage/requireHandlersReleased()``. Tasks, observers, and
    /// values of contexts aren't checked.
    case survivors
    /// The same choices lead to the same events each time.
    case nondeterminism
    /// A step that the setup answers exists.
    case unknownStep
    /// The events, ways, and steps that a replayed schedule names exist.
    case unknownChoice
    /// The setup throws no error.
    case setup
  }

  /// The seed that led to the failure, or nil for a search through all schedules and for a replayed schedule.
  public let seed: UInt64?
  /// The number of schedules that the explorer played until it found this one, or nil for a replayed schedule.
  public let scheduleCount: Int?
  /// The broken invariant.
  public let rule: Rule
  /// A sentence of the test or the explorer that describes the failure.
  public let sentence: String
  /// The shortest schedule that the explorer found. It contains only the differences from the plain order.
  public let schedule: FlowSchedule
  /// All choices of the seed or the replay.
  public let original: FlowSchedule
  /// The choices in a replay of ``schedule``, with the events that follow each choice.
  public let trace: String

  init(
    _ violation: ScheduleViolation, of schedule: FlowSchedule, original: FlowSchedule, trace: String,
    seed: UInt64? = nil,
    count: Int? = nil
  ) {
    rule = violation.rule
    sentence = violation.sentence
    self.seed = seed
    scheduleCount = count
    self.schedule = schedule
    self.original = original
    self.trace = trace
  }

  /// Creates the failure of a setup that has thrown an error, so that there is no schedule.
  init(ofSetup error: any Error) {
    self.init(
      ScheduleViolation(.setup, "The setup for the schedule explorer threw an error: \(error)"), of: FlowSchedule(),
      original: FlowSchedule(), trace: "")
  }

  /// The sentence, the schedule to paste, and the trace.
  public var description: String {
    if [.unknownStep, .unknownChoice, .setup].contains(rule) { return sentence }
    let lines = trace.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return schedule.report("\(subject) breaks an invariant: \(sentence)", "try", trace: lines)
  }

  private var subject: String {
    if let seed { return "Seed \(seed)" }
    return scheduleCount.map { "Schedule \($0)" } ?? "The schedule"
  }
}
