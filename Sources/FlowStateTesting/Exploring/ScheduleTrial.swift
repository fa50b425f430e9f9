import FlowState

import FlowState

/// Plays one schedule on a stage, and checks the invariants.
///
/// A class, because an act can happen while a step starts, which is inside another choice.
final class ScheduleTrial {
  let stage = ScheduleStage()
  private(set) var schedule = FlowSchedule()
  private(set) var violation: ScheduleViolation?
  private(set) var course: ScheduleCourse

  private let limits: ScheduleLimits
  /// A Boolean value that indicates whether the choices are recorded among the events.
  private let isTraced: Bool
  /// The file that contains the schedule while it is played.
  private let file: ScheduleFile?
  /// The numbers of the queues that are executing a turn.
  private var busyQueues: Set<Int> = []
  /// The starts whose work is executing, innermost last.
  private var starts: [StartUnderWay] = []
  /// The number of starts during which acts can happen now. It is more than one if a run executes during the start of
  /// another run's step.
  private var depth = 0
  /// The starts in the current delivery at which a search has picked no act.
  private var passedStarts: [PassedStart] = []

  init(_ course: ScheduleCourse, _ limits: ScheduleLimits, isTraced: Bool, file: ScheduleFile?) {
    self.course = course
    self.limits = limits
    self.isTraced = isTraced
    self.file = file
    stage.play(by: self)
  }

  var report: ScheduleReport { stage.report(schedule) }

  /// Plays the schedule until no mandatory act is left, and then checks the invariants.
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
      reviewPassedStarts()
      // A random course can postpone the end of the run forever, so a long schedule ends in the plain order.
      if schedule.choices.count >= limits.choices / 2 { course.endRandomness() }
      guard let next = choose({ stage.offer(cancelling: limits.cancels) }) else { return nil }
      guard schedule.choices.count < limits.choices else {
        return ScheduleViolation(.endless, "The run did not end within \(limits.choices) choices.")
      }
      note(next.choice)
      perform(next.pick) { stage.perform($0) }
      if let violation = stage.observer.violation { return violation }
    }
  }

  /// Returns the next act. The offer is released before the act happens, because keeping it would copy the waiting
  /// events.
  private func choose(
    _ makeOffer: () -> ScheduleOffer
  ) -> (pick: ScheduleOffer.Pick, choice: FlowSchedule.Choice)? {
    let offer = makeOffer()
    guard let pick = course.pick(from: offer), pick != .proceed else { return nil }
    return (pick, offer.choice(for: pick))
  }

  private func note(_ choice: FlowSchedule.Choice) {
    schedule.choices.append(choice)
    if isTraced { stage.note("> \(choice)") }
    file?.append(choice)
  }

  private func perform(_ pick: ScheduleOffer.Pick, _ body: (ScheduleOffer.Pick) -> Void) {
    guard case .deliver(let number) = pick else { return body(pick) }
    busyQueues.insert(number)
    body(pick)
    busyQueues.remove(number)
  }

  // MARK: During the starts of steps

  /// Records a start whose work is about to execute.
  func begins(_ start: StartUnderWay) {
    starts.append(start)
  }

  /// Lets acts happen as the work of the latest start begins, as if on another thread, or inside the work.
  func workBegins(ownEvent: Int? = nil) {
    guard let start = starts.last else { return }
    interrupt(at: start.moment) { $0.ownEvent = ownEvent }
    if start.isOwnWork {
      stage.observer.workExecutes()
    } else {
      starts[starts.count - 1].lastOffered = stage.latest
    }
  }

  /// Lets acts happen as the work of a start ends.
  func workEnds(of step: AnyFlowStep) {
    if starts.last?.step == ObjectIdentifier(step) { workEnds() }
  }

  /// Lets acts happen between the work of a start and its step's completion closure.
  func completed(at place: FlowPlace) {
    if starts.last?.place == place { workEnds() }
  }

  /// Lets acts happen when a start has returned, if its closures have registered them.
  func returns() {
    workEnds()
    _ = starts.popLast()
  }

  private func workEnds() {
    guard let start = starts.last else { return }
    let (earlier, latest) = (start.lastOffered, stage.latest)
    if let earlier, earlier == latest { return }
    interrupt(at: start.moment.atEnd) { offer in
      guard let earlier else { return }
      offer.lastOffered = earlier
      offer.queues = []
      // A choice names a timer by its place, so a replay would take the earlier offer.
      if start.isEndOffered { offer.timers = [] }
    }
    starts[starts.count - 1].lastOffered = stage.latest
    starts[starts.count - 1].isEndOffered = true
  }

  private func interrupt(at moment: FlowSchedule.Choice.Moment, _ restrict: (inout ScheduleOffer) -> Void) {
    guard limits.interrupts else { return }
    depth += 1
    while course.interrupts(moment), schedule.choices.count < limits.choices {
      let next = choose {
        var offer = stage.offer(cancelling: limits.cancels, at: moment, besides: busyQueues)
        restrict(&offer)
        return offer
      }
      guard let next else {
        notePassedStart(at: moment)
        break
      }
      note(next.choice)
      perform(next.pick) { stage.performElsewhere($0) }
    }
    depth -= 1
  }

  /// Records that a search has picked no act at a start, unless code of the flow follows.
  private func notePassedStart(at moment: FlowSchedule.Choice.Moment) {
    guard depth == 1, !moment.isAtEnd, starts.last?.isOwnWork == false, let pass = course.latestPass else { return }
    if passedStarts.last?.pass.point == pass.point { return }
    passedStarts.append(PassedStart(pass: pass, activity: stage.observer.activity))
  }

  /// Drops deviations at the starts of the delivery that has ended, if acts that are possible now have the same effect.
  private func reviewPassedStarts() {
    guard !passedStarts.isEmpty else { return }
    let (activity, isQuiet) = (stage.observer.activity, stage.isQuiet)
    for start in passedStarts { course.limit(start.pass.point, to: start.count(after: activity, isQuiet: isQuiet)) }
    passedStarts = []
  }

  /// Returns the violation at the end of the schedule; nil if there is none.
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

  /// Returns the violation for a number of reported outcomes; nil for one outcome.
  static func verdict(onOutcomes count: Int, at place: String = "") -> ScheduleViolation? {
    switch count {
    case 0: ScheduleViolation(.hang, "The run has not ended, but nothing is left that can happen.", at: place)
    case 1: nil
    default: ScheduleViolation(.outcome, "The outcome was reported \(count) times.", at: place)
    }
  }

  /// Returns the violation after the stage has released everything; nil if there is none.
  private func afterthought() -> ScheduleViolation? {
    do {
      try stage.leaks.requireNothingAlive()
    } catch {
      return ScheduleViolation(.survivors, error.description)
    }
    return stage.complaint(about: report)
  }
}

/// The limits of an explorer's schedules.
struct ScheduleLimits {
  /// The number of choices after which a run is considered endless.
  var choices = 1_000
  /// A Boolean value that indicates whether runs are cancelled although they can end by themselves.
  var cancels = true
  /// A Boolean value that indicates whether acts happen during the starts of steps.
  var interrupts = true
}
