/// Finds orders of events that break a flow: it lets everything that a run waits for happen in the order that a seed has,
/// seed after seed, and makes what it finds short enough to read.
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
/// Each schedule begins with a new setup, and ends when the run has ended and nothing is left that could happen: no turn on
/// the queue, no event, no timer. It is then checked that the outcome was told exactly once, that each step which had begun
/// has settled exactly once, that each answer was told of, that the run has not hung and that nothing of it is alive; and
/// after that what the setup requires. The same seed leads to the same schedule, as long as the setup and the flow behave the
/// same.
///
/// Everything happens on the calling thread.
public struct ScheduleExplorer: Sendable {
  private let choiceLimit: Int
  private let cancels: Bool
  private let setUp: @Sendable (ScheduleStage) -> Void

  /// Makes an explorer.
  ///
  /// - Parameters:
  ///   - choiceLimit: How many choices a schedule may have before the run counts as endless.
  ///   - cancelling: Whether schedules cancel the run now and then. A run that waits for a step that is never answered is
  ///     cancelled in any case.
  ///   - setUp: Sets up one run on a stage and starts it. Called once for each schedule; what it makes must not be shared
  ///     between calls.
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
  /// - Throws: The failure of the first seed that has one, shrunk.
  public func explore(seeds: some Sequence<UInt64>) throws(ScheduleFailure) {
    for seed in seeds {
      let trial = play(ScheduleCourse(seed: seed))
      if let violation = trial.violation { throw failure(violation, of: trial.schedule, seed: seed) }
    }
  }

  /// The schedule that a seed leads to, complete.
  ///
  /// - Parameter seed: The seed.
  /// - Returns: Everything that was chosen.
  public func schedule(seed: UInt64) -> FlowSchedule {
    play(ScheduleCourse(seed: seed)).schedule
  }

  /// Plays a schedule that was printed before.
  ///
  /// A choice that cannot happen when its turn comes is skipped. When the schedule is over, what is left happens in the plain
  /// order: what waits on the queue first, then events in the order in which they were registered, then timers.
  ///
  /// - Parameter schedule: The schedule.
  /// - Returns: What it has led to.
  /// - Throws: What it breaks. It is not shrunk further.
  @discardableResult
  public func replay(_ schedule: FlowSchedule) throws(ScheduleFailure) -> ScheduleReport {
    let trial = play(ScheduleCourse(schedule), isTraced: true)
    guard let violation = trial.violation else { return trial.report }
    throw ScheduleFailure(
      seed: nil, rule: violation.rule, sentence: violation.sentence, schedule: schedule, original: trial.schedule,
      trace: trial.report.text)
  }

  /// Plays a schedule that was printed before, from its text.
  ///
  /// - Parameter text: The text, as a ``ScheduleFailure`` prints it.
  /// - Returns: What it has led to.
  /// - Throws: A ``ScheduleTextError`` if the text is not a schedule, a ``ScheduleFailure`` if it breaks an invariant.
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
