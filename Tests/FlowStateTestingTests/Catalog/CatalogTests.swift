import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Twenty-five planted bugs that the explorer must find.
struct CatalogTests {
  static let bugs: [any PlantedBug.Type] = [
    LostUpdate.self, StaleAnswer.self, TimeoutAgainstCompletion.self, DoubleTap.self, UndoOfNothing.self,
    RaceLoser.self, ObserverOrder.self, ReleasedTwice.self, NeverReleased.self, CancelBetweenSteps.self,
    EarlyCompletion.self, TimersOfOneTime.self, ExpiredToken.self, SharedDraft.self, LateWrite.self,
    RepeatedRequest.self, BackToOldAnswer.self, SwallowedFailure.self, SecondStart.self, Deadlock.self,
    AnswerBetweenSteps.self, FastReply.self, LogoutInBetween.self, LeaseRunsOut.self, OtherRunInBetween.self,
  ]

  @Test(
    "An explorer finds each bug within its limit, shrinks it to at most five choices, and replays it",
    arguments: bugs.indices)
  func found(index: Int) async throws {
    let bug = Self.bugs[index]
    let explorer = bug.explorer(isMended: false)
    let search = await onThread { Result { try explorer.explore(deviations: 2) } }
    let failure = try #require(throws: ScheduleFailure.self) { try search.get() }
    #expect(failure.sentence == bug.sentence)
    #expect(failure.scheduleCount ?? .max <= bug.schedules, "\(bug)")
    #expect(failure.schedule.description == bug.shrunk, "\(bug)")
    #expect(failure.schedule.choices.count <= 5)
    let again = #expect(throws: ScheduleFailure.self) { try explorer.replay(failure.schedule.description) }
    #expect(again?.sentence == bug.sentence)
    #expect(again?.trace == failure.trace)
  }

  @Test("An explorer finds no failure in the corrected twin of a bug", arguments: bugs.indices)
  func mended(index: Int) async throws {
    let explorer = Self.bugs[index].explorer(isMended: true)
    try await onThread {
      Result {
        // One thread explores, so the sanitizer, under which this takes minutes, has nothing to find.
        try explorer.explore(deviations: isThreadSanitized ? 1 : 2)
        try explorer.explore(seeds: 0..<UInt64(trials(300, few: 30)))
      }
    }.get()
  }
}
