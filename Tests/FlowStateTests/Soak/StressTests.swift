import Foundation
import TestSupport
import Testing

/// Random runs, many at once, with all features of the engine, on real threads.
///
/// A run that fails prints its seed. `FLOWSTATE_STRESS_SEED` repeats the batch of that seed, and
/// `FLOWSTATE_STRESS_RUNS` sets the number of runs. The threads interleave differently each time.
@Suite("Stress", .timeLimit(.minutes(60)))
struct StressTests {
  private static func variable(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test("Runs under stress end once, settle every start, lose no report, and leave nothing alive")
  func stress() async {
    let runs = Self.variable("FLOWSTATE_STRESS_RUNS") ?? trials(2_000, few: 500)
    let seed = Self.variable("FLOWSTATE_STRESS_SEED")
    let size = StressBatch.size
    for number in 0..<(runs + size - 1) / size {
      let first = UInt64((seed.map { $0 / size } ?? number) * size)
      let batch = StressBatch(first..<first + UInt64(size))
      let faults = await onThread { batch.faults(patience: 600) }
      for fault in faults { Issue.record("\(fault)") }
      if !faults.isEmpty { return }
    }
  }
}
