import FlowState
import FlowStateTesting
import Testing

struct ScheduleExplorerTests {
  /// The failure that the seeds lead to.
  static func failure(_ explorer: ScheduleExplorer, seeds: Range<UInt64> = 0..<200) throws -> ScheduleFailure {
    do {
      try explorer.explore(seeds: seeds)
    } catch {
      return error
    }
    throw Trouble()
  }

  @Test("a race in the user's code is found, made short, and printed with what happens")
  func race() throws {
    let failure = try Self.failure(RacyFlow.explorer)
    #expect(failure.rule == .requirement)
    #expect(failure.schedule.description == "deliver, Greeting#1")
    let text = """
      Seed \(failure.seed ?? 0) breaks an invariant: Nobody was greeted.
      To see it again:
        try explorer.replay("deliver, Greeting#1")
      What happens then:
        > deliver
      """
    #expect(failure.description == text)
  }

  @Test("the printed schedule breaks the same invariant when it is replayed")
  func replay() throws {
    let failure = try Self.failure(RacyFlow.explorer)
    let again = #expect(throws: ScheduleFailure.self) { try RacyFlow.explorer.replay(failure.schedule.description) }
    #expect(again?.sentence == failure.sentence)
    #expect(again?.seed == nil)
  }

  @Test("a small flow", .timeLimit(.minutes(1)))
  func speed() throws {
    let explorer = ScheduleExplorer { stage in
      stage.answer("Ask", with: .result("Al"), .failure(Trouble()), .abandonment, .twice(.noResult))
      stage.start(RacyFlow.single)
    }
    let time = ContinuousClock().measure { #expect(throws: Never.self) { try explorer.explore(seeds: 0..<20_000) } }
    print("TIME per schedule", time / 20_000)
    print(try explorer.replay("").text)
  }
}
