import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Foundation
import Testing

@testable import FlowPostgres

/// The laws that each store keeps, and random calls beside the model.
struct StoreLawTests {
  @Test("A store on PostgreSQL keeps the laws", arguments: FlowStoreLaws.all)
  func law(_ law: FlowStoreLaws.Law) async throws {
    let subject = try await StoreUnderTest.postgres()
    try await law.check(subject)
  }

  @Test("A store on PostgreSQL answers random calls as the model does", arguments: 1...4)
  func random(_ seed: UInt64) async throws {
    let subject = try await StoreUnderTest.postgres()
    try await RandomStoreOperations(seed: seed).check(subject, count: Self.count)
  }

  /// The number of calls for each seed; `FLOW_STORE_CALLS` sets another one.
  private static let count = ProcessInfo.processInfo.environment["FLOW_STORE_CALLS"].flatMap { Int($0) } ?? 400
}
