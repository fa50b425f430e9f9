import FlowState

/// Plays one schedule on a stage, and checks the invariants.
///
/// A class, because something can happen while a step starts, and that is inside another choice.
final class ScheduleTrial {
  let stage = ScheduleStage()
  private(set) var schedule = FlowSchedule()
  private(set) var violation: ScheduleViolation?
  private(set) var course: ScheduleCourse

  private let limits: ScheduleLimits
  /// A Boolean value that indicates whether the choices are recorded among the events.
  private let isTraced: Bool
  /// The file that holds the schedule while it is played.
  private let file: ScheduleFile?

  init(_ course: ScheduleCourse, _ limits: ScheduleLimits, isTraced: Bool, file: ScheduleFile?) {
    self.course = course
    self.limits = limits
    self.isTraced = isTraced
    self.file = file
    stage.play(by: self)
  }

  var report: ScheduleReport { stage.report(schedule) }

  /// Plays the schedule until nothing is left that must happen, and then checks the invariants.
  func play() {
    requireUse(stage.hasRun, "A setup for the schedule explorer did not start a run; it must start at least one.")
    file?.begin()
    violation = playToTheEnd() ?? verdict()
    stage.clear()
    if violation == nil { violation = afterthought() }
    file?.begin()
  }

  private func playToTheEnd() -> ScheduleViolation? {
    while true {
      let offer = stage.offer(cancelling: limits.cancels)
      // A random course can keep what would end the run waiting for ever, so a long schedule ends in the plain order.
      if schedule.choices.count == limits.choices / 2 { course.endRandomness() }
      guard let pick = course.pick(from: offer) else { return nil }
      guard schedule.choices.count < limits.choices else {
        return ScheduleViolation(.endless, "The run did not end within \(limits.choices) choices.")
      }
      perform(pick, of: offer)
      if let violation = stage.observer.violation { return violation }
    }
  }

  /// Lets something happen during the start of a step, as on another thread, or inside its intent.
  func stepStarts(_ moment: FlowSchedule.Choice.Moment, ownEvent: Int?) {
    while limits.interrupts, course.interrupts(moment), schedule.choices.count < limits.choices {
      var offer = stage.offer(cancelling: limits.cancels, at: moment)
      offer.ownEvent = ownEvent
      guard let pick = course.pick(from: offer), pick != .proceed else { return }
      perform(pick, of: offer)
    }
  }

  private func perform(_ pick: ScheduleOffer.Pick, of offer: ScheduleOffer) {
    let choice = offer.choice(for: pick)
    schedule.choices.append(choice)
    if isTraced { stage.note("> \(choice)") }
    file?.append(choice)
    stage.perform(pick, of: offer)
  }

  /// Returns the violation at the end of the schedule, if any.
  private func verdict() -> ScheduleViolation? {
    for (index, count) in stage.outcomes.enumerated() {
      let place = index == 0 ? "" : "run \(index + 1)"
      guard let violation = Self.verdict(onOutcomes: count, at: place) else { continue }
      guard violation.rule == .hang else { return violation }
      let waiting = stage.observer.withLaws { $0.openSteps }
      return ScheduleViolation(.hang, violation.sentence, at: (waiting + [place]).joined(separator: " "))
    }
    return stage.observer.withLaws { laws in
      laws.finish()
      return laws.violation
    }
  }

  /// Returns the violation for a number of reported outcomes, or nil for one outcome.
  static func verdict(onOutcomes count: Int, at place: String = "") -> ScheduleViolation? {
    switch count {
    case 0: ScheduleViolation(.hang, "The run has not ended, but nothing is left that can happen.", at: place)
    case 1: nil
    default: ScheduleViolation(.outcome, "The outcome was reported \(count) times.", at: place)
    }
  }

  /// Returns the violation after the stage has released everything, if any.
  private func afterthought() -> ScheduleViolation? {
    do {
      try stage.leaks.requireNothingAlive()
    } catch {
      return ScheduleViolation(.survivors, error.description)
    }
    return stage.complaint(about: report)
  }
}

/// What the schedules of an explorer may contain.
struct ScheduleLimits {
  /// The number of choices after which a run counts as endless.
  var choices = 1_000
  /// A Boolean value that indicates whether runs are cancelled although they can end by themselves.
  var cancels = true
  /// A Boolean value that indicates whether something happens during the starts of steps.
  var interrupts = true
}
