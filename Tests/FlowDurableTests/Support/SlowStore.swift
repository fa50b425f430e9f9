import FlowDurable
import FlowState
import TestSupport
import Testing

/// A store in front of another one that calls a closure before each append of a wait.
final class BusyStore: ForwardingStore {
  let store: any FlowStore
  private let work: @Sendable (any FlowStore, RunNumber) async -> Void

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - store: The store behind it.
  ///   - work: The closure.
  init(_ store: any FlowStore, beforeWaits work: @escaping @Sendable (any FlowStore, RunNumber) async -> Void) {
    self.store = store
    self.work = work
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    if case .wait = disposition { await work(store, run.run) }
    return try await store.append(records, to: run, then: disposition)
  }
}

/// A store whose appends wait until a test releases them.
final class SlowStore: ForwardingStore {
  let store: any FlowStore
  private let arrived = AsyncSignal()
  private let released = AsyncSignal()

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// Waits until an append has arrived.
  func arrival() async throws {
    try await arrived.wait(orSay: "No append arrived at the store")
  }

  func release() {
    released.send()
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    arrived.send()
    do { try await released.wait(orSay: "The test did not release an append") } catch { Issue.record(error) }
    return try await store.append(records, to: run, then: disposition)
  }
}
