import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDurable

/// The course of a run as a value: no worker, no clock, no store.
@Suite(.usesOneThread)
struct RunCourseTests {
  private func settled(
    _ step: String, _ visit: Int, to next: String?, set: [String: KeptValue] = [:], removed: Set<String> = []
  ) -> FlowRecord {
    var settled = FlowRecord.Settled(step: step, visit: visit)
    settled.result = .string("\(step)\(visit)")
    settled.destination = next
    settled.set = set
    settled.removed = removed
    return FlowRecord(.settled(settled))
  }

  private let began = FlowRecord(.began(.init(NewRun(flow: "f", key: "k", content: "x"))))

  @Test func `Going back restores all values except those that survive`() throws {
    var course = RunCourse(RunCourse.Rules(surviving: ["stays"]))
    let records = [
      began, settled("a", 1, to: "b", set: ["n": KeptValue(1), "stays": KeptValue(1)]),
      settled("b", 1, to: "c", set: ["n": KeptValue(2), "stays": KeptValue(2)]),
      settled("c", 1, to: "d", set: ["m": KeptValue(3)], removed: ["n"]),
    ]
    for record in records { try course.apply(record) }
    #expect(course.values == ["stays": KeptValue(2), "m": KeptValue(3)])
    try course.apply(FlowRecord(.back(.init(to: "b"))))
    #expect(course.undoing == RunCourse.Undoing(kept: 1, aim: .step))
    try course.apply(FlowRecord(.undone(.init(step: "c", visit: 1))))
    #expect(course.values == ["stays": KeptValue(2), "n": KeptValue(2)])
    #expect(course.position == "d")
    try course.apply(FlowRecord(.undone(.init(step: "b", visit: 1))))
    #expect(course.values == ["stays": KeptValue(2), "n": KeptValue(1)])
    #expect(course.position == "b")
    #expect(course.undoing == nil)
    #expect(course.entrance == .result("a1", of: "a"))
    // The keys of the undone visits aren't used again.
    #expect(course.visit(at: "b").number == 2)
    try course.apply(settled("b", 2, to: "d"))
    #expect(course.visit(at: "d").number == 2)
  }

  @Test func `A run keeps a limited number of visits, and the result that led to the oldest`() throws {
    var course = RunCourse(RunCourse.Rules(visitsKept: 2))
    try course.apply(began)
    for number in 1...5 { try course.apply(settled("a", number, to: "a")) }
    #expect(course.visits.map(\.number) == [4, 5])
    #expect(course.base == .result("a3", of: "a"))
    #expect(course.settledSteps == 5)
  }

  /// A course that has interrupted a visit, and undone it and what was before, and is then cancelled.
  private func cancelled(_ course: inout RunCourse) throws {
    while let visit = course.visits.last {
      try course.apply(FlowRecord(.undone(.init(step: visit.step, visit: visit.number))))
    }
    try course.apply(FlowRecord(.ended(.init(.cancelled))))
  }

  private func command(_ content: FlowMessage.Content, interrupting visit: RunCourse.Visit? = nil) -> FlowRecord {
    var record = FlowRecord(
      .message(ReceivedMessage(number: 1, at: StoreTime(milliseconds: 0), message: FlowMessage(content))))
    if let visit {
      record.others[RunCourse.interrupts] = ["step": .string(visit.step), "visit": .integer(Int64(visit.number))]
    }
    return record
  }

  @Test func `A first step whose work was interrupted and undone has another key when it begins again`() throws {
    var course = RunCourse(RunCourse.Rules(undoesCancellation: true))
    try course.apply(began)
    #expect(course.visit(at: "a") == ("a", 1))
    try course.apply(command(.cancel, interrupting: RunCourse.Visit(step: "a", number: 1, left: .content)))
    try cancelled(&course)
    try course.apply(command(.retry))
    #expect(course.ended == nil)
    #expect(course.visit(at: "a") == ("a", 2))
    try course.apply(settled("a", 2, to: "b"))
    #expect(course.visit(at: "b") == ("b", 1))
  }

  @Test func `A first step that was given up keeps its number when a record names the step`() throws {
    var course = RunCourse()
    try course.apply(began)
    try course.apply(command(.cancel))
    try cancelled(&course)
    try course.apply(command(.retry))
    #expect(course.visit(at: "a") == ("a", 2))
    try course.apply(FlowRecord(.started(.init(step: "a", visit: 2, attempt: 1))))
    #expect(course.visit(at: "a") == ("a", 2))
  }

  @Test func `A run that failed, undid its visits, and was cancelled begins again where it began to undo`() throws {
    var course = RunCourse(RunCourse.Rules(undoesFailure: true, undoesCancellation: true))
    var failed = FlowRecord.Settled(step: "c", visit: 1)
    failed.failure = RecordedFailure(CancellationError())
    for record in [began, settled("a", 1, to: "b"), settled("b", 1, to: "c"), FlowRecord(.settled(failed))] {
      try course.apply(record)
    }
    while let visit = course.visits.last {
      try course.apply(FlowRecord(.undone(.init(step: visit.step, visit: visit.number))))
    }
    try course.apply(FlowRecord(.ended(.init(.failed))))
    try course.apply(command(.cancel))
    try course.apply(FlowRecord(.ended(.init(.cancelled))))
    try course.apply(command(.retry))
    #expect(course.visit(at: "a") == ("a", 2))
  }

  @Test(arguments: [false, true])
  func `A run that is cancelled on its way back begins again at the earliest visit that it has undone`(
    goesElsewhere: Bool
  ) throws {
    var course = RunCourse()
    for record in [
      began, settled("a", 1, to: "b"), settled("b", 1, to: "c"), settled("c", 1, to: "d"),
      FlowRecord(.back(.init(to: "a"))), FlowRecord(.undone(.init(step: "c", visit: 1))),
    ] { try course.apply(record) }
    if goesElsewhere { try course.apply(FlowRecord(.back(.init(to: "b")))) }
    try course.apply(command(.cancel))
    try course.apply(FlowRecord(.ended(.init(.cancelled))))
    try course.apply(command(.retry))
    #expect(course.visit(at: "a") == ("c", 2))
    #expect(course.entrance == .result("b1", of: "b"))
  }

  @Test func `An answer that is kept, and taken again after a change, isn't the latest one`() throws {
    func answered(_ step: String, _ visit: Int, to next: String, _ members: JSONValue) -> FlowRecord {
      var record = settled(step, visit, to: next)
      record.others[RunCourse.answer] = members
      return record
    }
    let change = RunCourse.Change(
      visit: VisitToken(run: RunNumber(rawValue: 1), step: "a", number: 1), command: 3,
      answer: RunCourse.Proposal(value: "new", name: "a", draft: 2, use: .given), keepsLater: true)
    var back = FlowRecord(.back(.init(to: "a")))
    back.others[RunCourse.change] = change.json
    var course = RunCourse(RunCourse.Rules(visitsKept: 2))
    for record in [
      began, answered("a", 1, to: "b", ["message": 1, "draft": 1]),
      answered("b", 1, to: "c", ["message": 2, "draft": 1]), back,
      FlowRecord(.undone(.init(step: "b", visit: 1))), FlowRecord(.undone(.init(step: "a", visit: 1))),
      answered("a", 2, to: "b", ["of": "a", "draft": 2]), answered("b", 2, to: "c", ["of": "b", "draft": 1]),
      settled("c", 2, to: "d"),
    ] { try course.apply(record) }
    #expect(course.visits.map(\.step) == ["b", "c"])
    #expect(course.latestDraft == 2)
  }

  @Test func `A run with as many visits as it keeps goes back to the oldest although work is interrupted`() throws {
    var course = RunCourse(RunCourse.Rules(visitsKept: 2))
    for record in [began, settled("a", 1, to: "b"), settled("b", 1, to: "c")] { try course.apply(record) }
    var back = FlowRecord(.back(.init(to: "a")))
    back.others[RunCourse.interrupts] = ["step": "c", "visit": 1]
    try course.apply(back)
    #expect(course.undoing == RunCourse.Undoing(kept: 0, aim: .step))
    #expect(course.visits.map(\.step) == ["a", "b", "c"])
  }

  @Test func `A retry changes a pause between attempts, and not the attempt after it`() throws {
    var course = RunCourse()
    try course.apply(began)
    var waiting = FlowRecord.Waiting(step: "a", visit: 1)
    waiting.due = StoreTime(milliseconds: 100)
    waiting.failed = FlowRecord.FailedAttempt(attempt: 1, count: 1, failure: RecordedFailure(CancellationError()))
    try course.apply(FlowRecord(.waiting(waiting)))
    #expect(course.isChanged(by: FlowMessage(.retry), at: StoreTime(milliseconds: 99)) { _ in nil })
    #expect(!course.isChanged(by: FlowMessage(.retry), at: StoreTime(milliseconds: 100)) { _ in nil })
  }

  @Test func `A renamed step keeps the key of its visit`() throws {
    var course = RunCourse()
    for record in [began, settled("a", 1, to: "b"), FlowRecord(.moved(.init(from: "b", to: "c")))] {
      try course.apply(record)
    }
    #expect(course.visit(at: "c") == ("b", 1))
    try course.apply(settled("b", 1, to: "c"))
    #expect(course.visit(at: "c") == ("c", 1))
  }

  @Test(arguments: 0..<200) func `A snapshot has everything that a course needs to continue`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = RunCourse.Rules(surviving: ["s"], visitsKept: 5, undoesFailure: true, undoesCancellation: true)
    var course = RunCourse(rules)
    try course.apply(began)
    for _ in 0..<Int.random(in: 0..<30, using: &random) {
      try course.apply(record(after: course, &random))
      var restored = RunCourse(rules)
      let snapshot = try FlowRecord(json: course.snapshot.json, number: course.lastRecord)
      try restored.apply(snapshot)
      var expected = course
      // A restored course counts its records from the snapshot.
      expected.recordsSinceSnapshot = 0
      restored.lastRecord = expected.lastRecord
      restored.latest = expected.latest
      #expect(restored == expected)
    }
  }

  private func record(after course: RunCourse, _ random: inout SeededGenerator) -> FlowRecord {
    let step = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let next = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let visit = course.visit(at: step)
    if course.undoing != nil, let last = course.visits.last {
      let failure = Bool.random(using: &random) ? nil : RecordedFailure(type: "E", text: "t", value: ["a": 1])
      return FlowRecord(.undone(.init(step: last.step, visit: last.number, failure: failure)))
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return FlowRecord(.back(.init(to: step)))
    case 1: return FlowRecord(.started(.init(step: visit.name, visit: visit.number, attempt: 3)))
    case 2:
      return FlowRecord(
        .waiting(.init(step: visit.name, visit: visit.number, due: StoreTime(milliseconds: 5), names: ["n"])))
    case 3: return FlowRecord(.parked(.init("A reason.")))
    case 4: return FlowRecord(.moved(.init(from: course.position ?? "a", to: next)))
    case 5: return FlowRecord(.message(.init(number: 1, at: StoreTime(milliseconds: 1), message: FlowMessage(.retry))))
    case 6: return FlowRecord(.message(.init(number: 1, at: StoreTime(milliseconds: 1), message: FlowMessage(.cancel))))
    case 7:
      var settled = FlowRecord.Settled(step: visit.name, visit: visit.number)
      settled.failure = RecordedFailure(type: "E", text: "t")
      settled.route = Bool.random(using: &random) ? "sorry" : nil
      settled.destination = next
      return FlowRecord(.settled(settled))
    default:
      let keys = ["n", "m", "s"]
      let key = keys.randomElement(using: &random) ?? "n"
      let version = Int.random(in: 1...3, using: &random)
      var record = self.settled(
        visit.name, visit.number, to: Bool.random(using: &random) ? next : "d",
        set: [key: KeptValue(.null, version: version)],
        removed: [keys.first { $0 != key } ?? "m"])
      if Bool.random(using: &random) { record.others[RunCourse.undoable] = true }
      if Bool.random(using: &random) {
        record.others[RunCourse.answer] = ["message": 1, "draft": .integer(Int64(visit.number))]
      }
      return record
    }
  }
}
