/// One schedule being played on a stage, and what came of it.
struct ScheduleTrial {
  let stage = ScheduleStage()
  private(set) var schedule = FlowSchedule()
  private(set) var violation: ScheduleViolation?

  private var course: ScheduleCourse
  private let choiceLimit: Int
  private let cancels: Bool
  /// Whether the choices are written among the events.
  private let isTraced: Bool

  init(_ course: ScheduleCourse, choiceLimit: Int, cancels: Bool, isTraced: Bool) {
    self.course = course
    self.choiceLimit = choiceLimit
    self.cancels = cancels
    self.isTraced = isTraced
  }

  var report: ScheduleReport { stage.report(schedule) }

  /// Lets one thing happen after the other until nothing is left, and checks what must hold then.
  mutating func play() {
    precondition(stage.hasRun, "A setup for the schedule explorer did not start a run; it starts exactly one.")
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

  /// What is wrong when nothing more can happen.
  private func verdict() -> ScheduleViolation? {
    Self.verdict(onOutcomes: stage.outcomes)
      ?? stage.observer.withLaws { laws in
        laws.finish()
        return laws.violation
      }
  }

  /// What is wrong if the outcome was told so many times.
  static func verdict(onOutcomes count: Int) -> ScheduleViolation? {
    switch count {
    case 0: ScheduleViolation(.hang, "The run has not ended, and nothing is left that could happen.")
    case 1: nil
    default: ScheduleViolation(.outcome, "The outcome was told \(count) times.")
    }
  }

  /// What is wrong when the stage has let go of everything.
  private func afterthought() -> ScheduleViolation? {
    do {
      try stage.leaks.requireNothingAlive()
    } catch {
      return ScheduleViolation(.survivors, error.description)
    }
    return stage.complaint(about: report).map { ScheduleViolation(.requirement, $0) }
  }
}
