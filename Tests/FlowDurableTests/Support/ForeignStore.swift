import FlowDurable

/// A store as a worker of another process sees it: its leases end, although the worker of a test lives on in this process.
final class ForeignStore: ForwardingStore {
  let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    var request = request
    request.holds = false
    return try await store.claim(request)
  }
}
