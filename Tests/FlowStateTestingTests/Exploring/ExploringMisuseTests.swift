import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Setups that cannot be played trap with a full sentence.
struct ExploringMisuseTests {
  @Test("A setup that starts no run traps")
  func noRun() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ScheduleExplorer { _ in }.schedule(seed: 1)
    }
    expectSaid(result, "A setup for the schedule explorer did not start a run; it must start at least one.")
  }

  @Test("A setup that combines a step's own work with other answers traps")
  func ownWork() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ScheduleExplorer { $0.answer("Ask", with: .ownWork, .noResult) }.schedule(seed: 1)
    }
    expectSaid(
      result,
      "Step 'Ask' was set up with its own work and other answers; own work begins with the step, so it stands alone.")
  }

  @Test("Letting no duration pass traps, and so does a negative number of deviations")
  func nothingToPass() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ScheduleExplorer { $0.letTimePass() }.schedule(seed: 1)
    }
    expectSaid(
      result, "A stage can let time pass only by durations that are greater than zero; there must be at least one.")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try SmallFlow.explorer.explore(deviations: -1)
    }
    expectSaid(result, "An explorer cannot play schedules with -1 deviations.")
  }

  @Test("A step without an answer traps, and so does an event without a way to happen")
  func nothing() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ScheduleExplorer { $0.answer("Ask") }.schedule(seed: 1)
    }
    expectSaid(result, "Step 'Ask' was set up without an answer; it needs at least one.")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ScheduleExplorer { $0.addEvent("tap", anyOf: [:]) }.schedule(seed: 1)
    }
    expectSaid(result, "Event 'tap' was registered without a way to happen; it needs at least one.")
  }

  @Test("Giving the answer `never` twice traps")
  func nothingTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleStage.Answer.twice(.never)
    }
    expectSaid(result, "Answer 'never' cannot be given twice; only a result or a failure can.")
  }
}
