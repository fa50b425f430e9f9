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
    expectSaid(result, "A setup for the schedule explorer did not start a run; it must start exactly one.")
  }

  @Test("two runs")
  func twoRuns() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ScheduleExplorer { stage in
        stage.start(SmallFlow.flow)
        stage.start(SmallFlow.flow)
      }.schedule(seed: 1)
    }
    expectSaid(result, "A stage was asked to start a second run; a setup starts exactly one.")
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
