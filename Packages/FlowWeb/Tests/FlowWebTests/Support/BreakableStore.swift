import FlowDurable
import Synchronization

/// A store that can't be read for a while.
final class BreakableStore: ForwardingStore {
  let store: any FlowStore
  private let isAway = Atomic(false)

  init(_ store: any FlowStore) {
    self.store = store
  }

  var isBroken: Bool {
    get { isAway.load(ordering: .acquiring) }
    set { isAway.store(newValue, ordering: .releasing) }
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    if isBroken { throw .unavailable(.init("Can't read the run of Ada.")) }
    return try await store.runs(query, after: number, limit: limit)
  }

  func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    if isBroken { throw .unavailable(.init("Can't read the run of Ada.")) }
    return try await store.read(query)
  }
}
