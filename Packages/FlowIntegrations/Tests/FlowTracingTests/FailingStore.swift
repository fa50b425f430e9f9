import FlowDurable
import Synchronization

/// A store that records each append, and whose next appends fail for a time.
final class FailingStore: ForwardingStore {
  static let failure = StoreError.unavailable(
    .init("Can't record a run: the connection was lost."), mayHaveChanged: true)

  let failures = Mutex(0)
  let tries = Mutex<[[FlowRecord]]>([])
  let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    tries.withLock { $0.append(records) }
    let fails = failures.withLock { failures in
      defer { failures = max(0, failures - 1) }
      return failures > 0
    }
    if fails { throw Self.failure }
    return try await store.append(records, to: run, then: disposition)
  }
}
