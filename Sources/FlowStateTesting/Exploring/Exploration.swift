import FlowState

/// A search of an explorer: plays schedules, records their coverage, and shortens the first one that fails.
struct Exploration {
  private let explorer: ScheduleExplorer
  private let file = ScheduleFile()
  private var coverage = StageCoverage()
  /// The number of schedules played so far.
  private(set) var count = 0
  /// The highest number of queues that the runs of a schedule use.
  private var queueCount = 0

  init(of explorer: ScheduleExplorer) {
    self.explorer = explorer
  }

  /// Plays one schedule.
  @discardableResult
  mutating func play(_ course: ScheduleCourse, seed: UInt64?) throws(ScheduleFailure) -> ScheduleTrial {
    count += 1
    let trial = try explorer.play(course, in: file)
    coverage.add(trial.stage.coverage)
    queueCount = max(queueCount, trial.stage.queueCount)
    if trial.course.hasStrayed {
      throw try nondeterminism(
        "The choices of an earlier schedule led to another place this time", of: trial, seed: seed)
    }
    guard let violation = trial.violation else { return trial }
    guard violation.isSame(as: try replay(trial.schedule).violation) else {
      throw try nondeterminism(
        "\(violation.sentence.asSentence) When the same choices were replayed, this didn't recur", of: trial, seed: seed
      )
    }
    var shrinker = ScheduleShrinker(trial.schedule)
    while let simpler = shrinker.next() {
      if violation.isSame(as: try explorer.play(ScheduleCourse(simpler), in: file).violation) { shrinker.adopt() }
    }
    let shrunk = shrinker.best
    let traced = try explorer.play(ScheduleCourse(shrunk), in: file, isTraced: true)
    throw ScheduleFailure(
      try withUnknownAnswers(traced.violation ?? violation), of: shrunk, original: trial.schedule,
      trace: traced.report.text, seed: seed, count: count)
  }

  /// Returns the report of the search.
  func finish(isExhaustive: Bool, deviations: Int? = nil) throws(ScheduleFailure) -> ScheduleCoverage {
    let coverage = try completeCoverage()
    let unknown = coverage.unknownAnswers
    // A schedule that wasn't played may make the step, unless the name looks like a misspelt one.
    let wrong = isExhaustive ? unknown : UnknownAnswers.misspelt(unknown, among: coverage.made)
    if let complaint = Self.complaint(about: wrong, coverage) {
      throw ScheduleFailure(
        ScheduleViolation(.unknownStep, complaint), of: FlowSchedule(), original: FlowSchedule(), trace: "",
        count: count)
    }
    return ScheduleCoverage(
      scheduleCount: count, isExhaustive: isExhaustive, stepsNotMade: unknown,
      stepsNotReached: coverage.stepsNotReached, routesNotTaken: coverage.routesNotTaken, queueCount: queueCount,
      deviations: deviations)
  }

  /// Returns the coverage, with that of the plain order if there are answers for steps that no schedule has made.
  ///
  /// If only a few schedules were played, they may have been cancelled before they created the steps.
  private func completeCoverage() throws(ScheduleFailure) -> StageCoverage {
    guard !coverage.unknownAnswers.isEmpty else { return coverage }
    var coverage = coverage
    coverage.add(try replay(FlowSchedule()).stage.coverage)
    return coverage
  }

  private static func complaint(about steps: [String], _ coverage: StageCoverage) -> String? {
    UnknownAnswers.complaint(steps, because: "no schedule has made a step of this name", among: coverage.made)
  }

  /// Adds the complaint about unknown answers to a violation, because such an answer may be its cause.
  private func withUnknownAnswers(_ violation: ScheduleViolation) throws(ScheduleFailure) -> ScheduleViolation {
    let coverage = try completeCoverage()
    guard let complaint = Self.complaint(about: coverage.unknownAnswers, coverage) else { return violation }
    return ScheduleViolation(
      violation.rule, "\(violation.sentence.asSentence) \(complaint)", at: violation.place)
  }

  private func replay(_ schedule: FlowSchedule) throws(ScheduleFailure) -> ScheduleTrial {
    try explorer.play(ScheduleCourse(schedule), in: file)
  }

  private func nondeterminism(
    _ sentence: String, of trial: ScheduleTrial, seed: UInt64?
  ) throws(ScheduleFailure) -> ScheduleFailure {
    ScheduleFailure(
      try withUnknownAnswers(
        ScheduleViolation(
          .nondeterminism,
          "\(sentence). The setup or the flow depends on something that the explorer doesn't control.")),
      of: trial.schedule, original: trial.schedule, trace: trial.report.text, seed: seed, count: count)
  }
}

extension String {
  /// The text of a requirement, with a period if it doesn't end with a punctuation mark.
  fileprivate var asSentence: String {
    last.map { $0.isPunctuation } ?? true ? self : self + "."
  }
}
