import FlowDurableTesting
import Testing

struct SmokeTests {
  @Test("A durable run crashes in a few orders, and ends as it does without a crash")
  func crashes() async throws {
    let coverage = try await CrashFlow.straight.explorer(inAnyOrder: true).explore(seeds: 0..<2)
    #expect(coverage.orders == 2)
    #expect(coverage.crashes == 2)
  }
}
