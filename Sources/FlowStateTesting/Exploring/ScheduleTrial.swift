/// Plays one schedule on a stage, and checks the invariants.
struct ScheduleTrial {
  let stage = ScheduleStage()
  private(set) var schedule = FlowSchedule()
  private(set) var violation: ScheduleViolation?

  private var course: ScheduleCourse
  private let choiceLimit: Int
  private let cancels: Bool
  /// A Boolean value that indicates whether the choices are recorded among the events.
  private let isTraced: Bool

  init(_ course: ScheduleCourse, choiceLimit: Int, cancels: Bool, isTraced: Bool) {
    self.course = course
    self.choiceLimit = choiceLimit
    self.cancels = cancels
    self.isTraced = isTraced
  }

  var report: ScheduleReport { stage.report(schedule) }

  /// Plays the schedule until nothing is left that can happen, and then checks the invariants.
  mutating func play() {
    precondition(stage.hasRun, "A setup for the schedule explorer did not start a run; it must start exactly one.")
    violation = playToTheEnd() ?? verdict()
    stage.clear()
    if violation == nil { violation = afterthought() }
  }

  private mutating func playToTheEnd() -> ScheduleViolation? {
    while true {
      let offer = stage.offer(cancelling: cancels)
      guard let pick = course.pick(from: offer) else { return nil }
      guard schedule.choices.count < choiceLimit else {
        return ScheduleViolation(.endless, "The run did not end within \(choiceLimit) choices.")
      }
      let choice = offer.choice(for: pick)
      schedule.choices.append(choice)
      if isTraced { stage.note("> \(choice)") }
      stage.perform(pick)
      if let violation = stage.observer.violation { return violation }
    }
  }

  /// Returns the violation at the end of the schedule, if any.
  private func verdict() -> ScheduleViolation? {
    Self.verdict(onOutcomes: stage.outcomes)
      ?? stage.observer.withLaws { laws in
        laws.finish()
        return laws.violation
      }
  }

  /// Returns the violation for a number of reported outcomes, or nil for one outcome.
  static func verdict(onOutcomes count: Int) -> ScheduleViolation? {
    switch count {
    case 0: ScheduleViolation(.hang, "The run has not ended, but nothing is left that can happen.")
    case 1: nil
    default: ScheduleViolation(.outcome, "The outcome was reported \(count) times.")
    }
  }

  /// Returns the violation after the stage has released everything, if any.
  private func afterthought() -> ScheduleViolation? {
    do {
      try stage.leaks.requireNothingAlive()
    } catch {
      return ScheduleViolation(.survivors, error.description)
    }
    return stage.complaint(about: report).map { ScheduleViolation(.requirement, $0) }
  }
}
