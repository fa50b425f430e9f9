import Testing

@testable import FlowStateTesting

struct ScheduleCourseTests {
  static func offer(_ names: String..., ways: [String] = []) -> ScheduleOffer {
    var pending = PendingEvents()
    for name in names { _ = pending.add(name, ways) { _ in } }
    var offer = ScheduleOffer()
    offer.events = pending.events
    return offer
  }

  @Test("events of one name are numbered, and withdrawn by their own number")
  func numbers() {
    var pending = PendingEvents()
    let ids = ["A", "B", "A"].map { name in pending.add(name, []) { _ in } }
    #expect(pending.withdraw(ids[0])?.occurrence == 1)
    #expect(pending.withdraw(ids[0])?.occurrence == nil)
    #expect(pending.take(at: 1).occurrence == 2)
    _ = pending.add("A", []) { _ in }
    #expect(pending.events.map(\.name) == ["B", "A"])
    #expect(pending.events.map(\.occurrence) == [1, 3])
  }

  @Test("in the plain order deliveries come first, then the oldest event, then timers, and a cancel only where it must")
  func plainOrder() {
    var offer = Self.offer("A", "B")
    offer.canDeliver = true
    offer.hasTimer = true
    offer.canCancel = true
    #expect(offer.plainPick == .deliver)
    offer.canDeliver = false
    #expect(offer.plainPick == .event(index: 0, way: 0))
    offer.events = []
    #expect(offer.plainPick == .timer)
    offer.hasTimer = false
    #expect(offer.plainPick == nil)
    offer.needsCancel = true
    #expect(offer.plainPick == .cancel)
  }

  @Test("in the plain order the events of one name take their ways in turn")
  func ways() {
    var offer = Self.offer("A", "A", "A", ways: ["x", "y"])
    var picked: [Int] = []
    while case .event(let index, let way) = offer.plainPick {
      picked.append(way)
      offer.events.remove(at: index)
    }
    #expect(picked == [0, 1, 0])
  }

  @Test("what cannot happen is skipped, and what is left happens in the plain order")
  func skipping() throws {
    var course = ScheduleCourse(try FlowSchedule("timer, C#1, B#1: y, cancel, B#1: x"))
    var offer = Self.offer("A", "B", ways: ["x", "z"])
    #expect(course.pick(from: offer) == .event(index: 1, way: 0))
    offer.events.remove(at: 1)
    #expect(course.pick(from: offer) == .event(index: 0, way: 0))
    offer.events = []
    #expect(course.pick(from: offer) == nil)
  }

  @Test(
    "a seed picks everything that can happen sooner or later, and cancels only where something else could happen too")
  func seeds() {
    var offer = Self.offer("A", "B", ways: ["x", "y"])
    offer.canDeliver = true
    offer.hasTimer = true
    offer.canCancel = true
    var seen: [String: Int] = [:]
    for seed in 0..<64 {
      var course = ScheduleCourse(seed: UInt64(seed))
      for _ in 0..<100 { seen["\(course.pick(from: offer).map(offer.choice) ?? .deliver)", default: 0] += 1 }
    }
    #expect(seen.keys.sorted() == ["A#1: x", "A#1: y", "B#1: x", "B#1: y", "cancel", "deliver", "timer"])
    #expect(seen.values.min() ?? 0 > 100)
    #expect(seen["cancel"] ?? 0 < 1_000)
    offer = ScheduleOffer()
    offer.canCancel = true
    var course = ScheduleCourse(seed: 1)
    #expect(course.pick(from: offer) == nil)
  }

  @Test("a schedule is shrunk to what it takes to fail, and deliveries take the place of what need not be special")
  func shrinking() throws {
    let schedule = try FlowSchedule("deliver, A#1, timer, deliver, B#1, cancel, C#1, deliver, deliver")
    var shrinker = ScheduleShrinker { candidate in
      let b = candidate.choices.firstIndex(of: .event("B", 1))
      let c = candidate.choices.firstIndex(of: .event("C", 1))
      guard let b, let c else { return false }
      return b < c && c >= 3
    }
    #expect(shrinker.shrink(schedule).description == "deliver, B#1, deliver, C#1")
  }

  @Test("a shrinker that is never lucky gives the schedule back, after a limited number of trials")
  func limit() {
    nonisolated(unsafe) var trials = 0
    var shrinker = ScheduleShrinker { _ in
      trials += 1
      return false
    }
    shrinker.trialLimit = 50
    let schedule = FlowSchedule(Array(repeating: .timer, count: 100))
    #expect(shrinker.shrink(schedule) == schedule)
    #expect(trials == 50)
  }
}
