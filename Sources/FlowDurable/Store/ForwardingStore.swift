/// A store in front of another one. It forwards each call that the conforming type doesn't implement itself.
///
/// Use it to observe the calls of a store, to change some of them, or to make them fail in a test:
///
/// ```swift
/// final class CountingStore: ForwardingStore {
///   let store: any FlowStore
///   let claims = Atomic(0)
///
///   init(_ store: any FlowStore) {
///     self.store = store
///   }
///
///   func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
///     claims.add(1, ordering: .relaxed)
///     return try await store.claim(request)
///   }
/// }
///
/// let worker = FlowWorker(CountingStore(MemoryStore()), running: [order])
/// ```
public protocol ForwardingStore: FlowStore {
  /// The store to which calls are forwarded.
  var store: any FlowStore { get }
}

extension ForwardingStore {
  /// The identifier of the other store.
  public var identity: String { store.identity }

  /// The hints of the other store.
  public var wakes: AsyncStream<Void> { store.wakes }

  /// The hints of the other store about due runs.
  public var dueWakes: AsyncStream<Void> { store.dueWakes }

  /// Adds a run to the other store.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    try await store.add(run)
  }

  /// Adds runs to the other store.
  public func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    try await store.add(runs)
  }

  /// Claims runs from the other store.
  public func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    try await store.claim(request)
  }

  /// Appends records to a run of the other store.
  public func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    try await store.append(records, to: run, then: disposition)
  }

  /// Sends a message to a run of the other store.
  public func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    try await store.send(message, to: run)
  }

  /// Returns runs of the other store.
  public func runs(
    _ query: RunQuery, after number: RunNumber?, limit: Int
  ) async throws(StoreError) -> [RunSummary] {
    try await store.runs(query, after: number, limit: limit)
  }

  /// Counts runs of the other store.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] { try await store.counts(query) }

  /// Returns messages of a run of the other store.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    try await store.messages(of: run, after: number, limit: limit)
  }

  /// Returns records of a run of the other store.
  public func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try await store.records(of: run, after: number, limit: limit)
  }

  /// Reads a run of the other store.
  public func read(_ query: RunQuery) async throws(StoreError) -> RunReading? { try await store.read(query) }

  /// Removes ended runs from the other store.
  public func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    try await store.forget(endedBefore: time, limit: limit)
  }

  /// Returns the time of the other store's clock.
  public func now() async throws(StoreError) -> StoreTime { try await store.now() }
}
