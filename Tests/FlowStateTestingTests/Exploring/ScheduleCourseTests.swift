import Testing

@testable import FlowStateTesting

struct ScheduleCourseTests {
  static func offer(_ names: String..., ways: [String] = []) -> ScheduleOffer {
    var pending = PendingEvents()
    for name in names { _ = pending.add(name, ways) { _ in } }
    var offer = ScheduleOffer()
    offer.events = pending
    return offer
  }

  static let timer = StageTimers.Timer(number: 1, due: .seconds(1), isOfRun: true) {}

  @Test("Events of one name are numbered in order, and each is taken once by its own number")
  func numbers() {
    var pending = PendingEvents()
    let ids = ["A", "B", "A"].map { name in pending.add(name, []) { _ in } }
    #expect(pending.take(ids[0])?.occurrence == 1)
    #expect(pending.take(ids[0])?.occurrence == nil)
    #expect(pending.take(ids[2])?.occurrence == 2)
    _ = pending.add("A", []) { _ in }
    #expect(pending.all.map(\.name) == ["B", "A"])
    #expect(pending.all.map(\.occurrence) == [1, 3])
  }

  @Test("The plain order has deliveries first, then the oldest event, then timers, then a needed cancellation")
  func plainOrder() {
    var offer = Self.offer("A", "B")
    offer.queues = [1]
    offer.timers = [Self.timer]
    offer.runs = [1]
    #expect(offer.plainPick == .deliver(1))
    offer.queues = []
    #expect(offer.plainPick == .event(id: 1, way: 0))
    offer.events = PendingEvents()
    #expect(offer.plainPick == .timer(0))
    offer.timers = []
    #expect(offer.plainPick == nil)
    offer.runs = [1, 2]
    offer.needsCancel = [2]
    #expect(offer.plainPick == .cancel(2), "the first run may hang")
    #expect(offer.deviations == [.cancel(1)])
  }

  @Test("In the plain order, the events of one name take their ways in turn")
  func ways() {
    var offer = Self.offer("A", "A", "A", ways: ["x", "y"])
    var picked: [Int] = []
    while case .event(let id, let way) = offer.plainPick {
      picked.append(way)
      _ = offer.events.take(id)
    }
    #expect(picked == [0, 1, 0])
  }

  @Test("A course skips choices that can't happen any more, and continues in the plain order")
  func skipping() throws {
    var course = ScheduleCourse(try FlowSchedule("deliver, B#1: y, cancel, cancel 2, deliver 2, B#1: x"))
    var offer = Self.offer("A", "B", ways: ["x", "z"])
    #expect(course.pick(from: offer) == .event(id: 2, way: 0))
    _ = offer.events.take(2)
    #expect(course.pick(from: offer) == .event(id: 1, way: 0))
    offer.events = PendingEvents()
    #expect(course.pick(from: offer) == nil)
  }

  @Test(
    "A course plays the plain order until a choice can happen, and drops it when nothing else is left",
    arguments: ["C#1", "timer 2", "A#1: x at Save#1"])
  func awaiting(choice: String) throws {
    var course = ScheduleCourse(try FlowSchedule("\(choice), cancel"))
    var offer = Self.offer("A", "B", ways: ["x", "z"])
    offer.runs = [1]
    #expect(course.pick(from: offer) == .event(id: 1, way: 0))
    offer.events = Self.offer("B", "C").events
    offer.timers = [Self.timer, Self.timer]
    switch choice {
    case "C#1": #expect(course.pick(from: offer) == .event(id: 2, way: 0))
    case "timer 2": #expect(course.pick(from: offer) == .timer(1))
    default:
      #expect(course.pick(from: offer) == .event(id: 1, way: 0))
      let moments = (1...2).map { start in course.interrupts(.init(step: "Save", start: start)) }
      #expect(moments == [true, false])
      offer.moment = .init(step: "Save", start: 1)
      offer.events = Self.offer("A", ways: ["x"]).events
      #expect(course.pick(from: offer) == .event(id: 1, way: 0))
      let isOver = !course.interrupts(.init(step: "Save", start: 1))
      #expect(isOver)
      offer.moment = nil
    }
    #expect(course.pick(from: offer) == .cancel(1))
    course = ScheduleCourse(try FlowSchedule("\(choice), cancel"))
    offer = ScheduleOffer()
    offer.runs = [1]
    #expect(course.pick(from: offer) == .cancel(1))
  }

  @Test("The plain order leaves out optional events, and those that the program registers after the end")
  func optional() {
    var pending = PendingEvents()
    _ = pending.add("Tap", [], isOptional: true) { _ in }
    _ = pending.add("A", []) { _ in }
    var offer = ScheduleOffer()
    offer.events = pending
    #expect(offer.plainPick == .event(id: 2, way: 0))
    #expect(offer.deviations == [.event(id: 1, way: 0)])
    offer.lastAwaited = (event: 1, timer: 0)
    offer.timers = [.init(number: 1, due: .seconds(1), isOfRun: false) {}]
    #expect(offer.plainPick == nil, "A and the timer of the program were registered after the end")
    #expect(offer.deviations == [.event(id: 1, way: 0)], "the user may still tap")
    offer.timers.append(.init(number: 2, due: .seconds(2), isOfRun: true) {})
    #expect(offer.plainPick == .timer(1), "a timer of a run is awaited")
  }

  /// Everything that can happen while work executes: answers of A and B, taps, a timer of the program, and one of a run.
  private static func interrupted() -> ScheduleOffer {
    var pending = PendingEvents()
    _ = pending.add("A", ["x", "y"], isAnswer: true) { _ in }
    _ = pending.add("tap", []) { _ in }
    _ = pending.add("B", ["x", "y"], isAnswer: true) { _ in }
    _ = pending.add("again", [], isOptional: true) { _ in }
    var offer = ScheduleOffer()
    offer.events = pending
    offer.moment = .init(step: "B", start: 1)
    offer.timers = [
      .init(number: 1, due: .seconds(1), isOfRun: false) {}, .init(number: 2, due: .seconds(2), isOfRun: true) {},
    ]
    offer.runs = [1, 2]
    offer.queues = [2]
    return offer
  }

  @Test("As a step's work begins, everything can happen, and what doesn't concern the step is two deviations")
  func moment() {
    var offer = Self.interrupted()
    offer.ownEvent = 3
    #expect(offer.plainPick == .proceed)
    #expect(
      offer.deviations.map { "\(offer.choice(for: $0))" } == [
        "B#1: x at B#1", "B#1: y at B#1", "timer 2 at B#1", "cancel at B#1", "cancel 2 at B#1",
        "tap#1 at B#1", "again#1 at B#1", "timer at B#1", "deliver 2 at B#1", "A#1: x at B#1", "A#1: y at B#1",
      ])
    #expect(offer.deviationCounts == .init(single: 5, double: 6, answers: 2))
    offer.ownEvent = 1
    #expect(
      offer.deviations.suffix(2).map { "\(offer.choice(for: $0))" } == ["B#1: x at B#1", "B#1: y at B#1"])
    #expect(offer.deviation(11) == nil)
  }

  @Test("As a step's work ends, events, timers, and deliveries can happen, and after that only new ones")
  func end() {
    var offer = Self.interrupted()
    offer.moment = .init(atEndOf: "B", start: 1)
    #expect(
      offer.deviations.map { "\(offer.choice(for: $0))" } == [
        "tap#1 at the end of B#1", "again#1 at the end of B#1", "timer at the end of B#1", "timer 2 at the end of B#1",
        "deliver 2 at the end of B#1",
      ])
    #expect(offer.deviationCounts == .init(single: 0, double: 5))
    offer.lastOffered = (event: 2, timer: 1)
    offer.queues = []
    #expect(
      offer.deviations.map { "\(offer.choice(for: $0))" } == ["again#1 at the end of B#1", "timer 2 at the end of B#1"])
  }

  @Test(
    "Seeds pick everything that can happen, and cancel only where something else can happen, too")
  func seeds() {
    var offer = Self.offer("A", "B", ways: ["x", "y"])
    offer.queues = [1]
    offer.timers = [Self.timer]
    offer.runs = [1]
    var seen: [String: Int] = [:]
    for seed in 0..<64 {
      var course = ScheduleCourse(seed: UInt64(seed))
      for _ in 0..<100 {
        seen["\(course.pick(from: offer).map { offer.choice(for: $0) } ?? .deliver)", default: 0] += 1
      }
    }
    #expect(seen.keys.sorted() == ["A#1: x", "A#1: y", "B#1: x", "B#1: y", "cancel", "deliver", "timer"])
    #expect(seen.values.min() ?? 0 > 100)
    #expect(seen["cancel"] ?? 0 < 1_000)
    offer = ScheduleOffer()
    offer.runs = [1]
    var course = ScheduleCourse(seed: 1)
    #expect(course.pick(from: offer) == nil)
  }

  @Test("A search doesn't take an earlier start of a step for one at which nothing else can happen")
  func latestPass() {
    var course = SearchCourse([])
    var offer = Self.interrupted()
    #expect(course.pick(from: offer) == .proceed)
    #expect(course.latestPass?.point == 0)
    offer = ScheduleOffer()
    offer.moment = .init(step: "C", start: 1)
    #expect(course.pick(from: offer) == .proceed)
    #expect(course.latestPass?.point == nil)
  }

  @Test("An event that isn't offered for a while keeps its number and its priority")
  func offeredAgain() {
    var priorities = EventPriorities()
    var generator = SeededGenerator(seed: 1)
    func highest(of id: Int?) -> (id: Int, priority: UInt64)? {
      let event = id.map { id in
        PendingEvents.Event(id: id, name: "A", occurrence: id, ways: [], isOptional: false) { _ in }
      }
      return priorities.highest(in: event.map { PendingEvents(only: $0) } ?? PendingEvents(), with: &generator)
    }
    let first = highest(of: 2)
    #expect(first?.id == 2)
    #expect(highest(of: nil)?.id == nil)
    #expect(highest(of: 2)?.priority == first?.priority)
    #expect(highest(of: 3)?.id == 3)
  }

  @Test("Shrinking removes choices that the failure doesn't need, and replaces others with deliveries")
  func shrinking() throws {
    let schedule = try FlowSchedule("deliver, A#1, timer, deliver, B#1, cancel, C#1, deliver, deliver")
    let shrunk = shrink(schedule) { candidate in
      let b = candidate.choices.firstIndex(of: .event("B", 1))
      let c = candidate.choices.firstIndex(of: .event("C", 1))
      guard let b, let c else { return false }
      return b < c && c >= 3
    }
    #expect(shrunk.description == "deliver, B#1, deliver, C#1")
  }

  @Test("Shrinking replaces a choice with its first way, the next timer, and no moment if that still fails")
  func plainest() throws {
    func fails(_ candidate: FlowSchedule) -> Bool {
      candidate.choices.contains { choice in
        switch choice.act {
        case .event("A", 2, _), .timer: true
        default: false
        }
      }
    }
    #expect(shrink(try FlowSchedule("A#2: y at B#1"), fails).description == "A#2")
    #expect(shrink(try FlowSchedule("cancel, timer 3 at B#1"), fails).description == "timer")
  }

  @Test("A shrinker without success returns the original schedule after a limited number of trials")
  func limit() {
    let schedule = FlowSchedule(Array(repeating: .timer, count: 100))
    var shrinker = ScheduleShrinker(schedule, trialLimit: 50)
    var trials = 0
    while shrinker.next() != nil { trials += 1 }
    #expect(shrinker.best == schedule)
    #expect(trials == 50)
  }

  private func shrink(_ schedule: FlowSchedule, _ fails: (FlowSchedule) -> Bool) -> FlowSchedule {
    var shrinker = ScheduleShrinker(schedule)
    while let simpler = shrinker.next() {
      if fails(simpler) { shrinker.adopt() }
    }
    return shrinker.best
  }
}
