import FlowDurable
import FlowState
import TestSupport

/// A store in front of another one, with something to do before each append.
final class BusyStore: FlowStore {
  private let store: any FlowStore
  private let work: @Sendable (any FlowStore, RunNumber) async -> Void

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - store: The store behind it.
  ///   - work: Called before each append of a wait.
  init(_ store: any FlowStore, beforeWaits work: @escaping @Sendable (any FlowStore, RunNumber) async -> Void) {
    self.store = store
    self.work = work
  }

  var identity: String { store.identity }
  var wakes: AsyncStream<Void> { store.wakes }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) { try await store.add(run) }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] { try await store.claim(request) }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: Disposition
  ) async throws(StoreError) -> Inbox {
    if case .wait = disposition { await work(store, run.run) }
    return try await store.append(records, to: run, then: disposition)
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> Delivery {
    try await store.send(message, to: run)
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    try await store.runs(query, after: number, limit: limit)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try await store.records(of: run, after: number, limit: limit)
  }

  func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    try await store.forget(endedBefore: time, limit: limit)
  }

  func now() async throws(StoreError) -> StoreTime { try await store.now() }
}

/// A store whose appends take until a test releases them.
final class SlowStore: FlowStore {
  private let store: any FlowStore
  private let arrived = AsyncSignal()
  private let released = AsyncSignal()

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// Waits until an append has arrived.
  func arrival() async {
    await arrived.wait()
  }

  func release() {
    released.send()
  }

  var identity: String { store.identity }
  var wakes: AsyncStream<Void> { store.wakes }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) { try await store.add(run) }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] { try await store.claim(request) }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: Disposition
  ) async throws(StoreError) -> Inbox {
    arrived.send()
    await released.wait()
    return try await store.append(records, to: run, then: disposition)
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> Delivery {
    try await store.send(message, to: run)
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    try await store.runs(query, after: number, limit: limit)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try await store.records(of: run, after: number, limit: limit)
  }

  func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    try await store.forget(endedBefore: time, limit: limit)
  }

  func now() async throws(StoreError) -> StoreTime { try await store.now() }
}
