import FlowChains
import FlowDurable
import FlowState
import Foundation

/// A job of the benchmark.
struct BenchJob: Codable, Sendable {
  /// The time at which it was started, in microseconds since 1970.
  var made: Int
  var padding: String
}

/// The counts of this process so far.
struct BenchCounts: Sendable {
  var (started, claimed, completed, claims, emptyClaims) = (0, 0, 0, 0, 0)
  var latencies = LatencyHistogram()

  /// The started jobs without the claimed ones, of which other processes may have started some.
  var unclaimed: Int { started - claimed }

  mutating func note(_ activity: WorkerActivity) {
    switch activity {
    case .claimed(let count, _):
      claims += 1
      claimed += count
      if count == 0 { emptyClaims += 1 }
    case .ended(_, .completed): completed += 1
    case .began, .ended: break
    }
  }
}

enum BenchJobs {
  static let name = "bench"

  /// The time in microseconds since 1970.
  static var now: Int { Int(Date().timeIntervalSince1970 * 1_000_000) }

  /// Creates the flow: one step, which notes how long its job has waited, and then pretends to work.
  static func flow(
    working duration: Duration, noting began: @escaping @Sendable (_ latency: Int, _ second: Int) -> Void
  ) throws -> DurableFlow<BenchJob, Void> {
    let work = FlowStepDeclaration(BenchJob.self, Void.self, identifier: "work") { job, _ in
      let now = Self.now
      began(now - (job?.made ?? now), now / 1_000_000)
      if duration > .zero { try await Task.sleep(for: duration) }
      return
    }
    let chain = FlowChain(name) { work }
    return try DurableFlow(chain, BenchJob.self, keeping: NoValue.self)
  }

  private enum NoValue: DurableKey { typealias Value = Int }
}
