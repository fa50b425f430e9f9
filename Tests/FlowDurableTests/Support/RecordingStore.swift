import FlowDurable
import FlowState

/// A store that remembers all records that were appended, also those that a snapshot has replaced.
final class RecordingStore: ForwardingStore {
  let store: any FlowStore
  private let all = Locked<[FlowRecord]>([])

  init(_ store: any FlowStore) {
    self.store = store
  }

  var records: [FlowRecord] { all.withLock { $0 } }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    let inbox = try await store.append(records, to: run, then: disposition)
    all.withLock { $0 += records }
    return inbox
  }
}
