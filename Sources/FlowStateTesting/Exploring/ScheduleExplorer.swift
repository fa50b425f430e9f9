/// Finds orders of events that break a flow.
///
/// An explorer plays a run once for each seed. The seed determines the order of everything that the run waits for. If an order
/// breaks an invariant, the explorer shortens it until it is easy to read.
///
/// ```swift
/// let explorer = ScheduleExplorer { stage in
///   stage.answer("Profile", with: .result("Al"), .failure(Offline()))
///   stage.answer("Pictures", with: .result(3))
///   stage.start(loadFlow)
///   stage.require { report in report.outcome == "cancelled" || report.lines.contains("Show began") ? nil : "Nothing shown." }
/// }
/// try explorer.explore(seeds: 0..<1_000)
/// ```
///
/// Each schedule begins with a new setup. It ends when the run has ended and nothing is left that can happen: no turn on the
/// queue, no event and no timer. The explorer then checks that:
///
/// - The outcome was reported exactly once.
/// - Each step that began has settled exactly once.
/// - Each answer was reported.
/// - The run didn't hang.
/// - Nothing of the run is alive.
/// - The requirements of the setup hold.
///
/// The same seed leads to the same schedule as long as the setup and the flow behave the same. Everything happens on the calling
/// thread.
public struct ScheduleExplorer: Sendable {
  private let choiceLimit: Int
  private let cancels: Bool
  private let setUp: @Sendable (ScheduleStage) -> Void

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - choiceLimit: The number of choices after which a run counts as endless.
  ///   - cancelling: A Boolean value that determines whether schedules cancel the run at random. A run that waits for a step
  ///     that is never answered is cancelled in any case.
  ///   - setUp: A closure that sets up one run on a stage and starts it. The explorer calls it once for each schedule. The
  ///     objects that it makes must not be shared between calls.
  public init(
    choiceLimit: Int = 1_000, cancelling: Bool = true, _ setUp: @escaping @Sendable (_ stage: ScheduleStage) -> Void
  ) {
    self.choiceLimit = choiceLimit
    self.cancels = cancelling
    self.setUp = setUp
  }

  /// Plays one schedule for each seed, until one breaks an invariant.
  ///
  /// - Parameter seeds: The seeds.
  /// - Throws: The failure of the first seed that breaks an invariant, with a shortened schedule.
  public func explore(seeds: some Sequence<UInt64>) throws(ScheduleFailure) {
    for seed in seeds {
      let trial = play(ScheduleCourse(seed: seed))
      if let violation = trial.violation { throw failure(violation, of: trial.schedule, seed: seed) }
    }
  }

  /// Returns the complete schedule of a seed.
  ///
  /// - Parameter seed: The seed.
  /// - Returns: All choices.
  public func schedule(seed: UInt64) -> FlowSchedule {
    play(ScheduleCourse(seed: seed)).schedule
  }

  /// Plays a given schedule.
  ///
  /// The explorer skips a choice that can't happen at its turn. After the last choice, the rest happens in the plain order:
  /// first the messages on the queue, then the events in the order of their registration, then the timers.
  ///
  /// - Parameter schedule: The schedule.
  /// - Returns: A report of what happened.
  /// - Throws: A ``ScheduleFailure`` if the schedule breaks an invariant. Its schedule isn't shortened.
  @discardableResult
  public func replay(_ schedule: FlowSchedule) throws(ScheduleFailure) -> ScheduleReport {
    let trial = play(ScheduleCourse(schedule), isTraced: true)
    guard let violation = trial.violation else { return trial.report }
    throw ScheduleFailure(
      seed: nil, rule: violation.rule, sentence: violation.sentence, schedule: schedule, original: trial.schedule,
      trace: trial.report.text)
  }

  /// Plays a schedule from its text.
  ///
  /// - Parameter text: The text, as a ``ScheduleFailure`` prints it.
  /// - Returns: A report of what happened.
  /// - Throws: A ``ScheduleTextError`` if the text isn't a schedule, or a ``ScheduleFailure`` if the schedule breaks an
  ///   invariant.
  @discardableResult
  public func replay(_ text: String) throws -> ScheduleReport {
    try replay(FlowSchedule(text))
  }

  private func failure(_ violation: ScheduleViolation, of schedule: FlowSchedule, seed: UInt64) -> ScheduleFailure {
    var shrinker = ScheduleShrinker { play(ScheduleCourse($0)).violation?.rule == violation.rule }
    let shrunk = shrinker.shrink(schedule)
    let trial = play(ScheduleCourse(shrunk), isTraced: true)
    return ScheduleFailure(
      seed: seed, rule: violation.rule, sentence: (trial.violation ?? violation).sentence, schedule: shrunk,
      original: schedule, trace: trial.report.text)
  }

  private func play(_ course: ScheduleCourse, isTraced: Bool = false) -> ScheduleTrial {
    var trial = ScheduleTrial(course, choiceLimit: choiceLimit, cancels: cancels, isTraced: isTraced)
    setUp(trial.stage)
    trial.play()
    return trial
  }
}
