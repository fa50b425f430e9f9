import Dispatch
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Random flows, one after the other, for as long as `FLOWSTATE_SOAK_SECONDS` says; `.ci/soak` sets it.
@Suite("Random flows", .timeLimit(.minutes(60)))
struct SoakTests {
  /// The duration in seconds, or nil for 300 flows.
  private static let seconds = ProcessInfo.processInfo.environment["FLOWSTATE_SOAK_SECONDS"].flatMap(Double.init)

  @Test("Random flows yield their expected results, end when they are cancelled, and leave no memory behind")
  func soak() async throws {
    let deadline = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    var seed: UInt64 = 0
    var warm = 0
    while deadline.map({ ContinuousClock.now < $0 }) ?? (seed < 300) {
      var generator = SeededGenerator(seed: seed)
      let plan = RandomPlan.random(depth: 4, using: &generator)
      let expected = plan.expected
      let outcome = expected == nil ? try await failed(plan) : try? await plan.flow.run(nil)
      #expect(outcome == expected, "seed \(seed): \(plan)")
      try await cancelled(plan, seed: seed)
      seed += 1
      if seed == 300 { warm = ProcessSize.residentKilobytes }
    }
    let growth = ProcessSize.residentKilobytes - warm
    if Self.seconds != nil {
      print("\(seed) random flows, twice each; memory grew by \(growth) kB since the first 300")
    }
    #expect(growth < 32_768)
  }

  /// Runs a flow that must fail, and returns the result that it must not have.
  ///
  /// It throws no error, because Swift Testing keeps a backtrace of each thrown error: about 20 bytes for each flow.
  private func failed(_ plan: RandomPlan) async throws -> Int? {
    try await patiently("The run did not end (\(plan))") { resume in
      plan.flow.start { outcome in
        guard case .completed(let result) = outcome else { return resume(nil) }
        resume(result)
      }
    }
  }

  /// Cancels a run at some point. The run ends once, by its result, its failure, or the cancel.
  private func cancelled(_ plan: RandomPlan, seed: UInt64) async throws {
    try await patiently("The cancelled run did not end (seed \(seed))") { resume in
      let run = plan.flow.start { _ in resume(()) }
      if seed.isMultiple(of: 2) {
        run.cancel()
      } else {
        DispatchQueue.global().async { run.cancel() }
      }
    }
  }
}
