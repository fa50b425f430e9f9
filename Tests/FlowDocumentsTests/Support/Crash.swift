import FlowDurable
import FlowState

/// A store whose process is killed after a number of appends: later calls fail, as if nobody had made them.
final class KilledStore: ForwardingStore {
  let store: any FlowStore
  private let left: Locked<Int>

  init(_ store: any FlowStore, afterAppends count: Int) {
    self.store = store
    left = Locked(count)
  }

  private func requireLife() throws(StoreError) {
    if left.withLock({ $0 <= 0 }) { throw .closed }
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    try requireLife()
    return try await store.claim(request)
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    let isDead = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isDead { throw .closed }
    return try await store.append(records, to: run, then: disposition)
  }
}
