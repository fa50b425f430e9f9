import FlowState
import FlowStateTesting

extension GrowthRow {
  static let ofExploring = [plainSchedule, seededSchedules]

  /// Explores a flow in which n steps wait at once.
  private static func exploring(
    _ name: String, schedules: Int, _ explore: @escaping @Sendable (ScheduleExplorer) throws -> ScheduleCoverage
  ) -> GrowthRow {
    GrowthRow(name, from: 1_000) { size, stopwatch, _ in
      let explorer = ScheduleExplorer(choiceLimit: 100 * size) { stage in
        for number in 0..<size { stage.answer("\(number)", with: .noResult) }
        stage.start(
          Flow(Any.self, Void.self, identifier: "Wide") { _ in
            ConcurrentFlowStep(
              identifier: "All",
              steps: (0..<size).map { number in FlowStep(Any.self, Void.self, identifier: "\(number)") { _ in nil } })
          })
      }
      stopwatch.start()
      let coverage = try explore(explorer)
      stopwatch.stop()
      try WrongGrowth.check(name, expected: schedules, found: coverage.scheduleCount)
    }
  }

  private static let plainSchedule = exploring("a schedule of `ScheduleExplorer` with n waiting steps", schedules: 1) {
    try $0.explore(deviations: 0)
  }

  private static let seededSchedules = exploring("3 random schedules with n waiting steps", schedules: 3) {
    try $0.explore(seeds: 0..<3)
  }
}
