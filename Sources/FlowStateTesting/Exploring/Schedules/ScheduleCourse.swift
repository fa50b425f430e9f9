/// Picks the next act: by a seed, by a search through all schedules, or by a schedule and then in the plain order.
package enum ScheduleCourse {
  case seeded(SeededCourse)
  case prioritized(PrioritizedCourse)
  case searching(SearchCourse)
  case scripted(ScriptedCourse)

  /// Creates a random course. A third of the seeds pick uniformly, the others pick by random priorities.
  package init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let dice = generator.next()
    self =
      (dice >> 32) % 3 == 0
      ? .seeded(SeededCourse(dice, generator)) : .prioritized(PrioritizedCourse(dice, generator))
  }

  package init(_ schedule: FlowSchedule) {
    self = .scripted(ScriptedCourse(rest: schedule.choices[...]))
  }

  /// Returns the next act; nil if no mandatory act is left.
  package mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    switch self {
    case .seeded(var course):
      defer { self = .seeded(course) }
      return course.pick(from: offer)
    case .prioritized(var course):
      // Replace the old value first, so that the priorities aren't copied.
      self = .scripted(ScriptedCourse(rest: []))
      defer { self = .prioritized(course) }
      return course.pick(from: offer)
    case .searching(var course):
      self = .scripted(ScriptedCourse(rest: []))
      defer { self = .searching(course) }
      return course.pick(from: offer)
    case .scripted(var course):
      defer { self = .scripted(course) }
      return course.pick(from: offer)
    }
  }

  /// Continues in the plain order if the course is random.
  package mutating func endRandomness() {
    switch self {
    case .seeded, .prioritized: self = ScheduleCourse(FlowSchedule())
    case .searching, .scripted: break
    }
  }

  /// Returns whether an act may happen during the start of a step. Called before the offer is created, which takes
  /// longer.
  mutating func interrupts(_ moment: FlowSchedule.Choice.Moment) -> Bool {
    switch self {
    case .seeded(var course):
      defer { self = .seeded(course) }
      return course.interruptions.strike(with: &course.generator)
    case .prioritized(var course):
      self = .scripted(ScriptedCourse(rest: []))
      defer { self = .prioritized(course) }
      return course.interruptions.strike(with: &course.generator)
    case .searching: return true
    case .scripted(let course): return course.rest.first?.moment == moment
    }
  }

  /// The latest start of a step at which a search has picked no act, with the numbers of possible deviations.
  var latestPass: (point: Int, deviations: ScheduleOffer.DeviationCounts)? {
    if case .searching(let course) = self { course.latestPass } else { nil }
  }

  /// Drops deviations of a search at a start of a step that have the same effect as later ones.
  mutating func limit(_ point: Int, to count: Int) {
    guard case .searching(var course) = self else { return }
    self = .scripted(ScriptedCourse(rest: []))
    course.limit(point, to: count)
    self = .searching(course)
  }

  /// The choices of a schedule that didn't happen.
  var choicesNotTaken: [FlowSchedule.Choice] {
    if case .scripted(let course) = self { course.skipped + course.rest } else { [] }
  }

  /// A Boolean value that indicates whether the choices of an earlier schedule have led a search to another place, after
  /// the end of the trial.
  var hasStrayed: Bool {
    if case .searching(let course) = self { course.hasStrayed } else { false }
  }
}

/// Picks the choices of a schedule, and then continues in the plain order.
package struct ScriptedCourse {
  private(set) var rest: ArraySlice<FlowSchedule.Choice>
  /// The choices that couldn't happen.
  private(set) var skipped: [FlowSchedule.Choice] = []

  init(rest: ArraySlice<FlowSchedule.Choice>) {
    self.rest = rest
  }

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    while let choice = rest.first {
      if let pick = offer.pick(for: choice) {
        rest.removeFirst()
        return pick
      }
      if offer.canAwait(choice), let plain = offer.plainPick { return plain }
      skipped.append(rest.removeFirst())
    }
    return offer.plainPick
  }
}

/// Picks the deviations of one schedule of a search, and records the other possible picks.
package struct SearchCourse {
  /// The first picks; see ``ScheduleSearch``.
  let beginning: [UInt32]
  private(set) var trace = ScheduleSearch.Trace()
  /// A Boolean value that indicates whether a pick was impossible.
  private var hasMissed = false
  /// A Boolean value that indicates whether a pick was impossible, or the trial ended before all first picks.
  var hasStrayed: Bool { hasMissed || trace.picks.count < beginning.count }
  /// The latest start of a step at which no act happened, with the numbers of possible deviations.
  private(set) var latestPass: (point: Int, deviations: ScheduleOffer.DeviationCounts)?

  init(_ beginning: [UInt32]) {
    self.beginning = beginning
  }

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    let counts = offer.deviationCounts
    guard counts.total > 0 else {
      // The latest start has no deviations, and an earlier one must not be taken for it.
      latestPass = nil
      return offer.plainPick
    }
    let position = trace.picks.count
    var pick = position < beginning.count ? Int(beginning[position]) : 0
    if pick > counts.total {
      hasMissed = true
      pick = 0
    }
    trace.append(pick: pick, of: counts.total + 1, single: counts.single + 1)
    if pick == 0, offer.moment != nil { latestPass = (position, counts) }
    return pick == 0 ? offer.plainPick : offer.deviation(pick - 1)
  }

  /// Drops deviations at a start of a step that have the same effect as later ones.
  ///
  /// - Parameters:
  ///   - point: The start.
  ///   - count: The number of deviations that remain.
  mutating func limit(_ point: Int, to count: Int) {
    trace.limit(point, to: count + 1)
  }
}
