package import FlowDurable
import FlowState

/// A store whose process dies after a number of appends: later appends don't happen, and every later call fails.
package final class CrashingStore: ForwardingStore {
  private struct State {
    var left: Int
    var isDead = false
    var appends = 0
  }

  package let store: any FlowStore
  private let state: Locked<State>

  /// Creates a store that dies.
  ///
  /// - Parameters:
  ///   - store: The store that outlives the process.
  ///   - appends: The number of appends after which the process dies.
  package init(_ store: any FlowStore, dyingAfter appends: Int = .max) {
    self.store = store
    state = Locked(State(left: appends))
  }

  package var appends: Int { state.withLock { $0.appends } }
  package var isDead: Bool { state.withLock { $0.isDead } }

  package func die() {
    state.withLock { $0.isDead = true }
  }

  private func requireAlive() throws(StoreError) {
    if isDead { throw .closed }
  }

  package func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    try requireAlive()
    return try await store.add(run)
  }

  package func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    try requireAlive()
    return try await store.claim(request)
  }

  package func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    let dies = state.withLock { state in
      if state.left == 0 { state.isDead = true }
      if !state.isDead, !records.isEmpty {
        state.left -= 1
        state.appends += 1
      }
      return state.isDead
    }
    if dies { throw .closed }
    return try await store.append(records, to: run, then: disposition)
  }

  package func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    try requireAlive()
    return try await store.send(message, to: run)
  }
}
