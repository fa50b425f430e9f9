import FlowNavigation
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A person and a run, in every order up to a bound, and in random orders beyond it.
@MainActor
struct ExploredPagesTests {
  /// Everything happens on the main queue, so nothing happens while a step starts.
  private func explorer(
    actions: Int, cancelling: Bool = true, _ mistake: ExploredUser.Mistake = .none
  ) -> ScheduleExplorer {
    ScheduleExplorer(cancelling: cancelling, interrupting: false) { stage in
      let user = MainActor.assumeIsolated { ExploredUser(on: stage, actions: actions, mistake) }
      stage.require { _ in MainActor.assumeIsolated { user.complaint() } }
    }
  }

  @Test("The stack equals the run's stops, and no page is abandoned, after every order with one or two actions")
  func exhaustive() throws {
    let coverage = try explorer(actions: trials(2, few: 1), cancelling: false).exploreAll(limit: 200_000)
    #expect(coverage.isExhaustive)
  }

  @Test(
    "The stack equals the run's stops, and no page is abandoned, after every order with a few deviations",
    .usesOneThread)
  func deviations() throws {
    try explorer(actions: 3).explore(deviations: trials(2, few: 1))
  }

  @Test("The stack equals the run's stops, and no page is abandoned, after random orders of many actions")
  func random() throws {
    try explorer(actions: 12).explore(seeds: 0..<UInt64(trials(1_000, few: 200)))
  }

  @Test("The same holds if the run is on a queue of its own, and its messages to the main queue wait")
  func elsewhere() throws {
    let explorer = ScheduleExplorer { stage in
      let user = MainActor.assumeIsolated { ExploredUser(on: stage, actions: 4, isElsewhere: true) }
      stage.require { _ in MainActor.assumeIsolated { user.complaint() } }
    }
    try explorer.explore(deviations: trials(2, debug: 1, few: 1))
    try explorer.explore(seeds: 0..<UInt64(trials(1_000, few: 200)))
  }

  @Test("A device that doesn't pass a swipe on is found")
  func popIsNotPassedOn() throws {
    let explorer = explorer(actions: 3, .popIsNotPassedOn)
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 2) }
    #expect(failure?.sentence == "The person sees list, and the run is at list > detail.")
    #expect(failure.map { "\($0.schedule)" } == "user#1")
  }

  @Test(
    "A screen that owns its handler abandons its page when the device rotates, which is found",
    arguments: [true, false])
  func handlerReleasedOnRotation(ownsHandlers: Bool) throws {
    let explorer = ScheduleExplorer(interrupting: false) { stage in
      let device = MainActor.assumeIsolated { NaiveDevice(on: stage, ownsHandlers: ownsHandlers) }
      stage.require { report in
        withExtendedLifetime(device) {}
        return report.lines.contains { $0.contains("abandoned") } ? "A page was abandoned." : nil
      }
    }
    guard ownsHandlers else { return _ = try explorer.exploreAll(limit: 10_000) }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 1) }
    #expect(failure?.sentence == "A page was abandoned.")
    #expect(failure.map { "\($0.schedule)" } == "deliver, rotate#1")
  }
}
