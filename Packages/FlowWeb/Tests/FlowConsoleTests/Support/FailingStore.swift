import FlowDurable
import Synchronization

/// A store that can't be read for a while.
final class FailingStore: ForwardingStore {
  let store: any FlowStore
  private let gone = Atomic(false)

  init(_ store: any FlowStore) {
    self.store = store
  }

  var isGone: Bool {
    get { gone.load(ordering: .acquiring) }
    set { gone.store(newValue, ordering: .releasing) }
  }

  private func requireStore() throws(StoreError) {
    if isGone { throw .unavailable(.init("Can't read 'orders.journal': the disk is gone.")) }
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    try requireStore()
    return try await store.runs(query, after: number, limit: limit)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try requireStore()
    return try await store.records(of: run, after: number, limit: limit)
  }

  func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
    try requireStore()
    return try await store.counts(query)
  }

  func messages(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [ReceivedMessage] {
    try requireStore()
    return try await store.messages(of: run, after: number, limit: limit)
  }

  func now() async throws(StoreError) -> StoreTime {
    try requireStore()
    return try await store.now()
  }
}
