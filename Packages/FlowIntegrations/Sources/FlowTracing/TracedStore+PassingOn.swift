public import FlowDurable

/// Calls that a traced store forwards unchanged.
extension TracedStore {
  /// An identifier of the store.
  public var identity: String { store.identity }
  /// The hints of the store.
  public var wakes: AsyncStream<Void> { store.wakes }

  /// Sends a message to a run.
  public func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    try await store.send(message, to: run)
  }

  /// Returns runs in the order of a query.
  public func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    try await store.runs(query, after: number, limit: limit)
  }

  /// Counts runs by flow, step, and state.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] { try await store.counts(query) }

  /// Returns the messages of a run that no record has taken, oldest first.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    try await store.messages(of: run, after: number, limit: limit)
  }

  /// Returns the records of a run in the order of their numbers.
  public func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try await store.records(of: run, after: number, limit: limit)
  }

  /// Removes runs that have ended.
  public func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    try await store.forget(endedBefore: time, limit: limit)
  }

  /// Returns the time of the store's clock.
  public func now() async throws(StoreError) -> StoreTime { try await store.now() }
}
