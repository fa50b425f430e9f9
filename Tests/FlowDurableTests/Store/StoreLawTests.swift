import FlowDurable
import FlowDurableTesting
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// The laws that each store keeps, and random calls beside the model.
struct StoreLawTests {
  @Test("A store in memory keeps the laws", arguments: FlowStoreLaws.all)
  func memory(_ law: FlowStoreLaws.Law) async throws {
    try await law.check(.memory())
  }

  @Test(
    "A journal keeps the laws", .disabled(if: isThreadSanitized, "the test after the next one has the same threads"),
    arguments: FlowStoreLaws.all, trials(JournalSafety.allCases, few: [.power]))
  func file(_ law: FlowStoreLaws.Law, _ safety: JournalSafety) async throws {
    try await law.check(.file(try TemporaryFolder(), surviving: safety))
  }

  @Test(
    "A journal that is always compacted keeps the laws",
    .enabled(if: Trials.areAll, "the next test compacts as often, in slices"), arguments: FlowStoreLaws.all)
  func compacted(_ law: FlowStoreLaws.Law) async throws {
    try await law.check(.file(try TemporaryFolder(), surviving: .process, compactingAt: 0))
  }

  @Test("A journal that is always being compacted keeps the laws", arguments: FlowStoreLaws.all)
  func compactedInSlices(_ law: FlowStoreLaws.Law) async throws {
    try await law.check(.file(try TemporaryFolder(), surviving: .process, compactingAt: 0, inSlicesOf: 100))
  }

  @Test("Each store answers random calls as the model does", arguments: 1...4)
  func random(_ seed: UInt64) async throws {
    let operations = RandomStoreOperations(seed: seed)
    try await operations.check(.memory(), count: Self.count)
    try await operations.check(.file(try TemporaryFolder(), surviving: .process), count: Self.count)
    try await operations.check(.file(try TemporaryFolder(), surviving: .process, compactingAt: 0), count: Self.count)
    try await operations.check(
      .file(try TemporaryFolder(), surviving: .process, compactingAt: 0, inSlicesOf: 100), count: Self.count)
  }

  /// The number of calls for each seed; `FLOW_STORE_CALLS` sets another one.
  private static let count =
    ProcessInfo.processInfo.environment["FLOW_STORE_CALLS"].flatMap { Int($0) } ?? trials(400, few: 150)
}
