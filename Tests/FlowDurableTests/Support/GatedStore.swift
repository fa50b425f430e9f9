import FlowDurable
import FlowState
import TestSupport

/// A store in front of another one whose appends, or the ends of its claims, wait while a test has closed a gate.
final class GatedStore: ForwardingStore {
  /// A gate, and the calls that wait at it.
  final class Gate: Sendable {
    private struct State {
      var isClosed = false
      var arrived = 0
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// The number of calls that found the gate closed.
    var arrived: Int { state.withLock { $0.arrived } }

    func close() {
      state.withLock { $0.isClosed = true }
    }

    func open() {
      let waiting = state.withLock { state in
        state.isClosed = false
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    fileprivate func pass() async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          guard state.isClosed else { return true }
          state.arrived += 1
          state.waiting.append(continuation)
          return false
        }
        if isOpen { continuation.resume() }
      }
    }
  }

  let store: any FlowStore
  let appends = Gate()
  let claims = Gate()

  init(_ store: any FlowStore) {
    self.store = store
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let claimed = try await store.claim(request)
    if !claimed.isEmpty { await claims.pass() }
    return claimed
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    await appends.pass()
    return try await store.append(records, to: run, then: disposition)
  }
}
