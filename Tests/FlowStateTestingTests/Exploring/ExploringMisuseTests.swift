import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Setups that cannot be played trap with a full sentence.
struct ExploringMisuseTests {
  @Test("no run")
  func noRun() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleExplorer { _ in }.schedule(seed: 1)
    }
    expectSaid(result, "A setup for the schedule explorer did not start a run; it must start at least one.")
  }

  @Test("own work and other answers")
  func ownWork() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleExplorer { $0.answer("Ask", with: .ownWork, .noResult) }.schedule(seed: 1)
    }
    expectSaid(
      result,
      "Step 'Ask' was set up with its own work and other answers; own work begins with the step, so it stands alone.")
  }

  @Test("no time to pass, and fewer deviations than none")
  func nothingToPass() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleExplorer { $0.letTimePass() }.schedule(seed: 1)
    }
    expectSaid(
      result, "A stage can let time pass only by durations that are greater than zero; there must be at least one.")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try SmallFlow.explorer.explore(deviations: -1)
    }
    expectSaid(result, "An explorer cannot play schedules with -1 deviations.")
  }

  @Test("no answer, no way")
  func nothing() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleExplorer { $0.answer("Ask") }.schedule(seed: 1)
    }
    expectSaid(result, "Step 'Ask' was set up without an answer; it needs at least one.")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleExplorer { $0.addEvent("tap", anyOf: [:]) }.schedule(seed: 1)
    }
    expectSaid(result, "Event 'tap' was registered without a way to happen; it needs at least one.")
  }

  @Test("nothing given twice")
  func nothingTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleStage.Answer.twice(.never)
    }
    expectSaid(result, "Answer 'never' cannot be given twice; only a result or a failure can.")
  }
}
