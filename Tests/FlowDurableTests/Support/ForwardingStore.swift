import FlowDurable

/// A store in front of another one. It forwards each call that the conforming type doesn't implement itself.
protocol ForwardingStore: FlowStore {
  var store: any FlowStore { get }
}

extension ForwardingStore {
  var identity: String { store.identity }
  var wakes: AsyncStream<Void> { store.wakes }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) { try await store.add(run) }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] { try await store.claim(request) }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    try await store.append(records, to: run, then: disposition)
  }

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
