import FlowDurable
import FlowState

/// A store in front of another one that calls closures before and after each append.
final class WindowStore: ForwardingStore {
  let store: any FlowStore
  let before = Locked<(@Sendable ([FlowRecord], RunDisposition) async throws(StoreError) -> Void)?>(nil)
  let after = Locked<(@Sendable ([FlowRecord]) async -> Void)?>(nil)

  init(_ store: any FlowStore) { self.store = store }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    if let before = before.withLock({ $0 }) { try await before(records, disposition) }
    let inbox = try await store.append(records, to: run, then: disposition)
    if let after = after.withLock({ $0 }) { await after(records) }
    return inbox
  }
}
