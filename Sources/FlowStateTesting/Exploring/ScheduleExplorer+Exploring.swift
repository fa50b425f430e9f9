import FlowState

extension ScheduleExplorer {
  /// Plays one schedule for each seed, until one breaks an invariant.
  ///
  /// A third of the seeds pick uniformly among the possible acts. The others give each event a random priority, which
  /// finds events that happen much later or earlier than usual.
  ///
  /// - Parameter seeds: The seeds.
  /// - Returns: A report of the coverage.
  /// - Throws: The failure of the first seed that breaks an invariant, with a shortened schedule. Also throws if the
  ///   setup throws an error, or answers a step that doesn't exist.
  @discardableResult
  public func explore(seeds: some Sequence<UInt64>) throws(ScheduleFailure) -> ScheduleCoverage {
    var exploration = Exploration(of: self)
    for seed in seeds { try exploration.play(ScheduleCourse(seed: seed), seed: seed) }
    return try exploration.finish(isExhaustive: false)
  }

  /// Plays every schedule with at most a number of deviations from the plain order, until one breaks an invariant.
  ///
  /// The schedules with the fewest deviations come first. Most faults need one or two. An act during the start of a
  /// step counts as two deviations if it isn't about this step: an answer to another step, an event of the test, a
  /// timer of the program, or a run on another queue.
  ///
  /// - Parameters:
  ///   - deviations: The maximum number of deviations from the plain order. Traps if it is negative.
  ///   - limit: The maximum number of schedules.
  /// - Returns: A report of the coverage. It indicates whether further schedules exist.
  /// - Throws: The failure of the first schedule that breaks an invariant, with a shortened schedule. Also throws if
  ///   the setup throws an error, or answers a step that doesn't exist.
  @discardableResult
  public func explore(deviations: Int, limit: Int = .max) throws(ScheduleFailure) -> ScheduleCoverage {
    requireUse(deviations >= 0, "An explorer cannot play schedules with \(deviations) deviations.")
    return try search(ScheduleSearch(deviations: deviations), deviations: deviations, limit: limit)
  }

  /// Plays every possible schedule, until one breaks an invariant.
  ///
  /// Every possible act happens between two messages, as the work of a step begins, and as it ends. The explorer leaves
  /// out schedules whose effect can't differ from the effect of another one. A timer that a completion closure schedules
  /// isn't called before the next step begins.
  ///
  /// The schedules with the fewest deviations from the plain order come first. A flow of a few steps has hundreds or
  /// thousands of schedules. A flow with a loop has infinitely many, up to the explorer's limit of choices.
  ///
  /// - Parameter limit: The maximum number of schedules. The explorer keeps a few hundred bytes for each.
  /// - Returns: A report of the coverage. It indicates whether all schedules were played.
  /// - Throws: The failure of the first schedule that breaks an invariant, with a shortened schedule. Also throws if
  ///   the setup throws an error, or answers a step that doesn't exist.
  @discardableResult
  public func exploreAll(limit: Int) throws(ScheduleFailure) -> ScheduleCoverage {
    try search(ScheduleSearch(), deviations: nil, limit: limit)
  }

  private func search(
    _ search: ScheduleSearch, deviations: Int?, limit: Int
  ) throws(ScheduleFailure) -> ScheduleCoverage {
    var search = search
    var exploration = Exploration(of: self)
    var isCutShort = false
    while let beginning = search.next() {
      guard exploration.count < limit else {
        isCutShort = true
        break
      }
      let trial = try exploration.play(.searching(SearchCourse(beginning)), seed: nil)
      if case .searching(let course) = trial.course { search.record(course.trace) }
    }
    return try exploration.finish(isExhaustive: search.isExhaustive, deviations: isCutShort ? nil : deviations)
  }

  /// Plays a given schedule.
  ///
  /// If an event, a timer, or a moment isn't available yet, the explorer continues in the plain order until it is. It
  /// skips a choice that can no longer happen; ``ScheduleReport/choicesNotTaken`` lists these choices. After the last
  /// choice, the rest happens in the plain order: first the messages on the queues, then the events in the order of
  /// their registration, then the timers.
  ///
  /// - Parameter schedule: The schedule.
  /// - Returns: A report of the events.
  /// - Throws: A ``ScheduleFailure`` if the setup throws an error, if the schedule breaks an invariant, or if it names
  ///   an event, a way, or a step that the setup and the runs don't have. The schedule of the failure isn't shortened.
  @discardableResult
  public func replay(_ schedule: FlowSchedule) throws(ScheduleFailure) -> ScheduleReport {
    let trial = try play(ScheduleCourse(schedule), in: ScheduleFile(), isTraced: true)
    var report = trial.report
    report.choicesNotTaken = trial.course.choicesNotTaken
    guard let violation = trial.violation ?? trial.stage.unknownNames(in: report.choicesNotTaken) else { return report }
    throw ScheduleFailure(violation, of: schedule, original: trial.schedule, trace: report.text)
  }

  /// Plays a schedule from its text.
  ///
  /// - Parameter text: The text, as a ``ScheduleFailure`` prints it.
  /// - Returns: A report of the events.
  /// - Throws: A ``ScheduleTextError`` if the text isn't a schedule, or a ``ScheduleFailure`` if the schedule breaks an
  ///   invariant, or uses a name that doesn't exist.
  @discardableResult
  public func replay(_ text: String) throws -> ScheduleReport {
    try replay(FlowSchedule(text))
  }

  /// Plays the schedule in a file that a process has left after a schedule trapped.
  ///
  /// The last choice in the file is the one that traps. Replay it in a debugger, or copy the file's text into a test.
  ///
  /// - Parameter path: The path of the file, as the process printed it.
  /// - Returns: A report of the events.
  /// - Throws: An error if the file can't be read, a ``ScheduleTextError`` if it doesn't contain a schedule, or a
  ///   ``ScheduleFailure`` if the schedule breaks an invariant, or uses a name that doesn't exist.
  @discardableResult
  public func replay(contentsOf path: String) throws -> ScheduleReport {
    try replay(FlowSchedule(contentsOf: path))
  }
}
