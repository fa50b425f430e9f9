import FlowStateTesting

/// The waiting turns of a process, with the course that picks the next one.
struct CrashTurns: Sendable {
  struct Turn: Sendable {
    let line: Int
    let body: @Sendable () -> Void
  }

  /// The line of turns that can execute in any order.
  static let anyOrder = 0

  /// The turns in the order of their arrival.
  private var waiting: [Turn] = []
  private var course = ScheduleCourse(FlowSchedule())
  /// An event that can happen once, before the next turn.
  var offered: PendingEvents.Event?
  private(set) var choices: [FlowSchedule.Choice] = []
  /// The number of turns so far.
  private(set) var count = 0
  /// The turn that was picked when no event was.
  private var picked: Int?

  mutating func follow(_ course: ScheduleCourse) {
    self.course = course
    choices = []
    offered = nil
  }

  /// Continues in the plain order if the course is random.
  mutating func endRandomness() { course.endRandomness() }

  mutating func add(_ line: Int, _ body: @escaping @Sendable () -> Void) {
    count += 1
    waiting.append(Turn(line: line, body: body))
  }

  /// Returns the event that happens before the next turn; nil if the next turn was picked.
  mutating func nextEvent() -> PendingEvents.Event? {
    let firsts = firsts
    var offer = ScheduleOffer()
    offer.queues = Array(1...firsts.count)
    if let offered { offer.events = PendingEvents(only: offered) }
    picked = firsts[0]
    guard firsts.count > 1 || offered != nil else { return nil }
    switch pick(from: offer) {
    case .deliver(let number): picked = firsts[number - 1]
    case .event:
      defer { offered = nil }
      return offered
    case .timer, .cancel, .proceed, nil: break
    }
    offered = nil
    return nil
  }

  /// Removes and returns the turn that was picked.
  mutating func take() -> Turn {
    defer { picked = nil }
    return waiting.remove(at: picked ?? 0)
  }

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    let pick = course.pick(from: offer)
    if let pick { choices.append(offer.choice(for: pick)) }
    return pick
  }

  /// The indices of the turns that can come next: the first of each line.
  private var firsts: [Int] {
    var lines: Set<Int> = []
    return waiting.indices.filter { waiting[$0].line == Self.anyOrder || lines.insert(waiting[$0].line).inserted }
  }
}
