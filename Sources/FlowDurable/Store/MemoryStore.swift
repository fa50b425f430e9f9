public import FlowState

/// A store that keeps runs in memory, for tests and for flows that don't have to survive their process.
///
/// ```swift
/// let store = MemoryStore(timed: MonotonicClock())
/// _ = try await store.add(NewRun(flow: "order", key: "4711"))
/// ```
///
/// With the `ManualClock` of FlowStateTesting, days pass in microseconds.
///
/// No lease ends while a worker of the process works for the run, because no other process can claim it.
///
/// Like other stores, it keeps each record as JSON, so the first test shows a value that JSON can't represent.
public final class MemoryStore: FlowStore {
  /// An identifier of the store.
  public let identity: String

  /// A lock, and not an actor: an actor that a task of Swift's pool has left continues in that pool, all of whose threads may be
  /// blocked. A worker would wait for it and lose its leases.
  let state: Locked<MemoryStoreState>
  private let streams = WakeStreams()

  /// Creates a store without runs.
  ///
  /// - Parameters:
  ///   - clock: The clock of the store. Its origin is time zero.
  ///   - limits: The maximum sizes of the values that the store accepts.
  ///   - identity: An identifier of the store.
  public init(
    timed clock: any FlowClock = MonotonicClock(), limits: StoreLimits = StoreLimits(), identity: String = "memory"
  ) {
    self.identity = identity
    state = Locked(MemoryStoreState(timed: clock, limits: limits))
  }

  deinit {
    state.withLock { $0.cancelAlarm() }
  }

  /// Changes the runs, sets the alarm for the next time at which one is due, and sends the hint that the change requires.
  private func change<Result: Sendable>(
    _ body: (inout MemoryStoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (result, hasNews) = state.withLock { state in
      let result = Swift.Result { () throws(StoreError) in try body(&state) }
      state.rearm { [weak self] in
        guard let self else { return }
        // The clock may hold a lock of its own while it calls.
        Task(executorPreference: ThreadPool.workers) { self.alarmFired() }
      }
      return (result, state.takeNews())
    }
    if hasNews { streams.wake() }
    return try result.get()
  }

  private func alarmFired() {
    try? change { $0.cancelAlarm() }
  }

  // The methods are async, although they wait for nothing: otherwise, async callers would use the default implementations of the
  // protocol.

  /// Adds a run, unless the flow has a run with the same key.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    try change { state throws(StoreError) in try state.add(run) }
  }

  /// Claims runs that are due.
  public func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    try change { state throws(StoreError) in try state.claim(request) }
  }

  /// Appends records to a claimed run, and sets its disposition.
  public func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    try change { state throws(StoreError) in try state.append(records, to: run, then: disposition) }
  }

  /// Sends a message to a run.
  public func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    try change { state throws(StoreError) in try state.send(message, to: run) }
  }

  /// Removes runs that have ended, with everything that belongs to them.
  public func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    try change { $0.forget(endedBefore: time, limit: limit) }
  }

  /// Returns runs in the order of their numbers.
  public func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    state.withLock { $0.runs.runs(query, after: number, limit: limit) }
  }

  /// Counts runs by flow, step, and state.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
    state.withLock { $0.runs.counts(query) }
  }

  /// Returns the messages of a run that no record has taken, oldest first.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    try state.withLock { state throws(StoreError) in try state.messages(of: run, after: number, limit: limit) }
  }

  /// Returns the records of a run since the latest snapshot, in the order of their numbers.
  public func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try state.withLock { state throws(StoreError) in try state.records(of: run, after: number, limit: limit) }
  }

  /// Reads the first run that matches a query, with its records since the latest snapshot.
  public func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    try state.withLock { state throws(StoreError) in try state.read(query) }
  }

  /// Returns the time of the store's clock.
  public func now() async throws(StoreError) -> StoreTime { state.withLock { $0.time } }

  /// A stream with a hint each time a run may have become due or has ended.
  public var wakes: AsyncStream<Void> { streams.makeStream() }

  /// The number of streams of hints that have a reader.
  var wakesCount: Int { streams.count }
}
