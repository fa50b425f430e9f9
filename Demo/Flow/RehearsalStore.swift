import FlowDurable
import Synchronization

/// The store of a rehearsal. It closes when a run has stored more records than it may, because a run whose steps follow one
/// another without a question in between works for ever. A failing step would not end it: a document can catch the failure,
/// and go round again.
final class RehearsalStore: ForwardingStore {
  /// The maximum number of records of a run. A run with more of them is considered endless.
  static let limit = 5_000

  let store: any FlowStore
  private let count = Mutex(0)

  init(_ store: any FlowStore) { self.store = store }

  /// Whether the run has stored more records than it may.
  var isOverrun: Bool { count.withLock { $0 > Self.limit } }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    if isOverrun { throw .closed }
    return try await store.claim(request)
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    count.withLock { $0 += records.count }
    if isOverrun { throw .closed }
    return try await store.append(records, to: run, then: disposition)
  }
}
