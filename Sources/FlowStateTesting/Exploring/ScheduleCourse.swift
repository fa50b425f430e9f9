/// Picks what happens next, by a seed, or by a schedule and then in the plain order.
enum ScheduleCourse {
  case seeded(SeededCourse)
  case scripted(ScriptedCourse)

  init(seed: UInt64) {
    self = .seeded(SeededCourse(seed: seed))
  }

  init(_ schedule: FlowSchedule) {
    self = .scripted(ScriptedCourse(rest: schedule.choices[...]))
  }

  /// Returns what happens next, or nil if nothing is left that has to happen.
  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    switch self {
    case .seeded(var course):
      defer { self = .seeded(course) }
      return course.pick(from: offer)
    case .scripted(var course):
      defer { self = .scripted(course) }
      return course.pick(from: offer)
    }
  }
}

/// Picks at random, determined by a seed.
struct SeededCourse {
  private var generator: SeededGenerator
  /// The likelihood of each kind of choice. The weights differ between seeds, so that cancellation comes early, late or
  /// never, and time passes slowly or fast.
  private let deliverWeight: UInt64
  private let timerWeight: UInt64
  private let cancelWeight: UInt64
  private static let eventWeight: UInt64 = 16

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let dice = generator.next()
    deliverWeight = [16, 64][Int(dice & 1)]
    timerWeight = [2, 16][Int(dice >> 1 & 1)]
    cancelWeight = [0, 1, 4, 16][Int(dice >> 2 & 3)]
  }

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    let deliver = offer.canDeliver ? deliverWeight : 0
    let events = UInt64(offer.events.count) * Self.eventWeight
    let timer = offer.hasTimer ? timerWeight : 0
    guard deliver + events + timer > 0 else { return offer.plainPick }
    let cancel = offer.canCancel ? cancelWeight : 0
    var dice = draw(below: deliver + events + timer + cancel)
    if dice < deliver { return .deliver }
    dice -= deliver
    if dice < events {
      let index = Int(dice / Self.eventWeight)
      return .event(index: index, way: Int(draw(below: UInt64(offer.events[index].wayCount))))
    }
    return dice - events < timer ? .timer : .cancel
  }

  private mutating func draw(below bound: UInt64) -> UInt64 {
    bound == 1 ? 0 : generator.next() % bound
  }
}

/// Picks the choices of a schedule, skips those that can't happen, and then continues in the plain order.
struct ScriptedCourse {
  var rest: ArraySlice<FlowSchedule.Choice>

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    while let choice = rest.popFirst() {
      if let pick = offer.pick(for: choice) { return pick }
    }
    return offer.plainPick
  }
}
