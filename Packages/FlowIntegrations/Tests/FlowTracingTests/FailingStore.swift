import FlowDurable
import Synchronization

/// A store that records each append, and whose next appends fail for a time.
final class FailingStore: FlowStore {
  static let failure = StoreError.server(
    store: "the store", action: "record a run", reason: "the connection was lost", mayHaveChanged: true)

  let failures = Mutex(0)
  let tries = Mutex<[[FlowRecord]]>([])
  private let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  var identity: String { store.identity }
  var wakes: AsyncStream<Void> { store.wakes }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    tries.withLock { $0.append(records) }
    let fails = failures.withLock { failures in
      defer { failures = max(0, failures - 1) }
      return failures > 0
    }
    if fails { throw Self.failure }
    return try await store.append(records, to: run, then: disposition)
  }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) { try await store.add(run) }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] { try await store.claim(request) }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
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
