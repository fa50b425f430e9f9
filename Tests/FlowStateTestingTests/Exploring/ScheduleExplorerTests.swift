import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct ScheduleExplorerTests {
  /// Returns the failure that the seeds lead to.
  static func failure(_ explorer: ScheduleExplorer, seeds: Range<UInt64> = 0..<200) throws -> ScheduleFailure {
    do {
      try explorer.explore(seeds: seeds)
    } catch {
      return error
    }
    throw TestError("trouble")
  }

  @Test("An explorer finds a race in the user's code, shortens its schedule, and prints what happens")
  func race() throws {
    let failure = try Self.failure(RacyFlow.explorer)
    #expect(failure.rule == .requirement)
    let text = """
      Seed \(failure.seed ?? 0) breaks an invariant: Nobody was greeted.
      To see it again:
        try explorer.replay("Greeting#1")
      What happens then:
        > deliver
        Greet#1 run began
        Both began
        lane 1: Name began
        lane 2: Greeting began
        > Greeting#1
        > deliver
        lane 2: Greeting completed
        > Name#1
        > deliver
        lane 1: Name completed
        Both completed
        rest
        Greet#1 completed
      """
    #expect(failure.description == text)
  }

  @Test("An explorer plays async functions and their child tasks piece by piece, in the same order for each seed")
  func asyncSteps() throws {
    let outcomes = Outcomes()
    let explorer = ScheduleExplorer { stage in
      stage.answer("Cache", with: .result("cached"))
      let flow = Flow(Any.self, String.self, identifier: "Load") { scope in
        let server = FlowStep(Any.self, String.self, identifier: "Server") { _ in
          async let child = Self.fetch()
          await Task.yield()
          return await child
        }
        let cache = FlowStep(Any.self, String.self, identifier: "Cache") { _ in nil }
        let race = FlowStep(identifier: "Either", racing: [server, cache])
        race.setCompletion { _, result in scope.result = result }
        return race
      }
      stage.start(flow)
      stage.require { report in
        outcomes.note(report)
        return nil
      }
    }
    try explorer.explore(seeds: 0..<100)
    let first = outcomes.take()
    try explorer.explore(seeds: 0..<100)
    #expect(outcomes.take() == first)
    #expect(Set(first.map { $0.contains { $0.hasSuffix("Server completed") } }) == [true, false])
  }

  private static func fetch() async -> String {
    await Task.yield()
    return "fetched"
  }

  /// The lines of the schedules' reports. Guard: a lock.
  private final class Outcomes: Sendable {
    private let lines = Locked<[[String]]>([])

    func note(_ report: ScheduleReport) {
      lines.withLock { $0.append(report.lines) }
    }

    func take() -> [[String]] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  @Test("The printed schedule breaks the same invariant when it is replayed")
  func replay() throws {
    let failure = try Self.failure(RacyFlow.explorer)
    let again = #expect(throws: ScheduleFailure.self) { try RacyFlow.explorer.replay(failure.schedule.description) }
    #expect(again?.sentence == failure.sentence)
    #expect(again?.trace == failure.trace)
    #expect(again?.seed == nil)
    #expect(again?.description.hasPrefix("The schedule breaks an invariant: Nobody was greeted.\n") == true)
  }

  @Test("A seed always leads to the same schedule, and a complete schedule replays unchanged")
  func determinism() throws {
    let explorer = SmallFlow.explorer
    for seed in UInt64(0)..<100 {
      let schedule = try explorer.schedule(seed: seed)
      #expect(try explorer.schedule(seed: seed) == schedule)
      #expect(try explorer.replay(schedule).schedule == schedule)
    }
    #expect(try Set((UInt64(0)..<100).map { try explorer.schedule(seed: $0) }).count > 15)
    #expect(try Self.failure(RacyFlow.explorer).description == Self.failure(RacyFlow.explorer).description)
  }

  @Test("Seeds play the two orders of a race about equally often")
  func fairness() throws {
    let schedules = try (UInt64(0)..<400).map { try RacyFlow.explorer.schedule(seed: $0).choices }
    let orders = schedules.compactMap { choices -> Bool? in
      guard let name = choices.firstIndex(of: .event("Name", 1)),
        let other = choices.firstIndex(of: .event("Greeting", 1))
      else { return nil }
      return name < other
    }
    #expect(orders.count > 250)
    #expect((0.35...0.65).contains(Double(orders.count { $0 }) / Double(orders.count)))
  }

  @Test("An empty schedule plays the plain order")
  func plain() throws {
    let report = try SmallFlow.explorer.replay("")
    #expect(report.schedule.description == "deliver, Ask#1: result, deliver")
    #expect(report.outcome == "completed: Al")
    #expect(
      report.text == """
        > deliver
        Small#1 run began
        Ask began
        > Ask#1: result
        > deliver
        Ask completed
        rest
        Small#1 completed
        """)
  }

  @Test(
    "Each answer leads to its outcome",
    arguments: [
      ("deliver, Ask#1: failure", "failed: Ask: trouble"), ("deliver, Ask#1: abandonment", "failed: Ask: abandoned"),
      ("deliver, Ask#1: never, timer", "cancelled"), ("deliver, Ask#1: nothing-twice", "completed"),
      ("cancel", "cancelled"),
    ])
  func endings(schedule: String, outcome: String) throws {
    #expect(try SmallFlow.explorer.replay(schedule).outcome == outcome)
  }

  @Test(
    "A choice that names an unknown step, event, or way is an error",
    arguments: [
      ("Nothing#7", "'Nothing#7' never came: no step or event is called 'Nothing'; the names are: Show, tap, Ask."),
      ("Aks#1, deliver", "'Aks#1' never came: no step or event is called 'Aks'; the names are: Ask, tap, Show."),
      ("Ask#1: reslut", "'Ask#1: reslut' never came: 'Ask' has no way 'reslut'; it has: result, failure."),
      ("tap#1: hard", "'tap#1: hard' never came: 'tap' has no way 'hard'; it happens in one way, which has no name."),
      ("cancel at Shwo#1", "'cancel at Shwo#1' never came: no step is called 'Shwo'; the steps are: Show, Ask."),
    ])
  func unknownChoice(schedule: String, sentence: String) {
    let failure = #expect(throws: ScheduleFailure.self) { try Self.tapped.replay(schedule) }
    #expect(failure?.rule == .unknownChoice)
    #expect(failure?.description == "The schedule's choice \(sentence)")
  }

  @Test(
    "A choice that has become impossible is skipped and listed in the report",
    arguments: [
      ("Ask#2", ["Ask#2"]),
      ("tap#1, Ask#1: result, deliver, deliver, tap#1, cancel 2", ["deliver", "tap#1", "cancel 2"]),
      ("Ask#1, timer", ["timer"]), ("tap#1", []), ("cancel at Show#2", ["cancel at Show#2"]),
    ])
  func impossibleChoice(schedule: String, skipped: [String]) throws {
    let report = try Self.tapped.replay(schedule)
    #expect(report.choicesNotTaken.map(\.description) == skipped)
    #expect(report.outcome == "completed: Al")
  }

  @Test("A broken invariant is reported before names that don't exist")
  func brokenFirst() throws {
    let failure = try Self.failure(RacyFlow.explorer)
    let schedule = "\(failure.schedule), Nothing#1"
    let again = #expect(throws: ScheduleFailure.self) { try RacyFlow.explorer.replay(schedule) }
    #expect(again?.sentence == failure.sentence)
  }

  /// A flow of two steps, and an event of the test.
  private static let tapped = ScheduleExplorer { stage in
    stage.addEvent("tap", isOptional: true) {}
    stage.answer("Ask", with: .result("Al"), .failure(TestError("trouble")))
    stage.answer("Show", with: .result("Al"))
    stage.start(
      Flow(Any.self, String.self, identifier: "Tapped") { scope in
        let (ask, show) = (RacyFlow.waiting("Ask"), RacyFlow.waiting("Show"))
        ask.setCompletion { _, name in scope.result = name }
        ask.nextStep = show
        return ask
      })
  }

  @Test("Replaying a text that isn't a schedule throws an error of its own type")
  func badText() {
    #expect(throws: ScheduleTextError.self) { try SmallFlow.explorer.replay("deliver, sometimes") }
  }

  @Test("The test's own events happen in every order, unless they are withdrawn")
  func ownEvents() throws {
    let explorer = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      stage.addEvent("A") { stage.note("A") }
      stage.addEvent("B", anyOf: ["x": { stage.note("Bx") }, "y": { stage.note("By") }])
      stage.addEvent("C") { stage.note("C") }.withdraw()
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
        })
    }
    let orders = try (UInt64(0)..<100).map { try explorer.schedule(seed: $0).description }
    #expect(Set(orders).count == 12, "six orders of A, B and the delivery, and two ways of B")
    #expect(orders.allSatisfy { !$0.contains("C") })
    #expect(try explorer.replay("B#1: y").lines.contains("By"))
  }

  @Test("An error that a requirement throws is the sentence of the failure")
  func throwingRequirement() throws {
    let explorer = ScheduleExplorer { stage in
      stage.start(SmallFlow.flow)
      stage.answer("Ask", with: .result("Al"))
      stage.require { _ in throw TestError("trouble") }
    }
    #expect(try Self.failure(explorer, seeds: 0..<1).sentence == "trouble")
  }
}
