import FlowJSON
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
public actor MemoryStore: FlowStore {
  /// An identifier of the store.
  public nonisolated let identity: String

  private let clock: any FlowClock
  var state: StoreState<[UInt8]>
  private nonisolated let streams = WakeStreams()
  private var alarm = DueAlarm()
  private var holds = RunHolds()

  /// Creates a store without runs.
  ///
  /// - Parameters:
  ///   - clock: The clock of the store. Its origin is time zero.
  ///   - limits: The maximum sizes of the values that the store accepts.
  ///   - identity: An identifier of the store.
  public init(
    timed clock: any FlowClock = MonotonicClock(), limits: StoreLimits = StoreLimits(), identity: String = "memory"
  ) {
    self.clock = clock
    self.identity = identity
    state = StoreState(limits: limits)
  }

  deinit {
    alarm.cancel()
  }

  private var time: StoreTime { max(StoreTime(clock.now), state.latest) }

  /// Adds a run, unless the flow has a run with the same key.
  public func add(_ run: NewRun) throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    let (number, transaction) = try state.deciding(run, now: time)
    guard let transaction else { return (number, false) }
    let record = state.beginning(of: run, at: transaction.at)
    apply(transaction, at: [try record.bytes(state.limits)])
    wake()
    return (number, true)
  }

  /// Claims runs that are due.
  public func claim(_ request: ClaimRequest) throws(StoreError) -> [ClaimedRun] {
    let now = time
    var claimed: [ClaimedRun] = []
    holds.extendDue(in: &state, at: now)
    for (transaction, records) in state.takeDue(request, now: now) {
      apply(transaction, at: try encoded(records))
      guard case .claim(let numbers, let until, _, _) = transaction else { continue }
      for number in numbers {
        do throws(StoreError) {
          var claim = try claimedRun(number, until: until, now: now)
          if request.holds { holds.add(to: &claim, lease: request.lease) }
          claimed.append(claim)
        } catch {
          park(number, because: error, now: now)
        }
      }
    }
    rearm()
    return claimed
  }

  /// Parks a run whose records can't be read, so that it doesn't stop the other runs.
  private func park(_ run: Int, because error: StoreError, now: StoreTime) {
    let (transaction, records) = state.parking(run, "\(error)", now: now)
    apply(transaction, at: records.map { JSONValue.object($0.members).utf8(.compact) })
    streams.wake()
  }

  /// Appends records to a claimed run, and sets its disposition.
  public func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) throws(StoreError) -> RunInbox {
    let now = time
    let (transaction, records) = try state.deciding(records, to: run, then: disposition, now: now)
    apply(transaction, at: try encoded(records))
    if disposition.isHold {
      rearm()
    } else {
      holds.remove(run.run.rawValue)
      wake()
    }
    return try inbox(of: run, now: now)
  }

  /// Sends a message to a run.
  public func send(_ message: FlowMessage, to run: RunNumber) throws(StoreError) -> MessageDelivery {
    let now = time
    let (delivery, transaction) = try state.deciding(message, to: run, now: now)
    guard let transaction else { return delivery }
    if case .delivered(let number) = delivery {
      apply(transaction, at: [try message.bytes(number: number, at: now, state.limits)])
    } else {
      apply(transaction, at: [])
    }
    wake()
    return delivery
  }

  /// Returns runs in the order of their numbers.
  public func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) throws(StoreError) -> [RunSummary] {
    state.runs(query, after: number, limit: limit)
  }

  // Async, although it doesn't wait: otherwise, async callers would use the default implementation of the protocol.

  /// Counts runs by flow, step, and state.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] { state.counts(query) }

  /// Returns the messages of a run that no record has taken, oldest first.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    guard let index = state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    return try messages(of: state.table[index], after: number, atMost: limit)
  }

  /// Returns the records of a run since the latest snapshot, in the order of their numbers.
  public func records(of run: RunNumber, after number: Int, limit: Int) throws(StoreError) -> [FlowRecord] {
    guard let index = state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    let stored = state.table[index]
    var records: [FlowRecord] = []
    for (place, bytes) in zip(Int(stored.firstRecord)..., stored.places) where place > number {
      guard records.count < limit else { break }
      records.append(try RecordText.record(bytes, run: stored.number, number: place))
    }
    return records
  }

  /// Reads the first run that matches a query, with its records since the latest snapshot.
  public func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    guard let summary = try runs(query, after: nil, limit: 1).first else { return nil }
    return RunReading(summary: summary, records: try records(of: summary.number, after: 0, limit: .max))
  }

  /// Removes runs that have ended, with everything that belongs to them.
  public func forget(endedBefore time: StoreTime, limit: Int) throws(StoreError) -> Int {
    let (count, transaction) = state.forgetting(endedBefore: time, limit: limit, now: self.time)
    if let transaction { apply(transaction, at: []) }
    return count
  }

  /// Returns the time of the store's clock.
  public func now() throws(StoreError) -> StoreTime { time }

  /// A stream with a hint each time a run may have become due or has ended.
  public nonisolated var wakes: AsyncStream<Void> { streams.makeStream() }

  /// The number of streams of hints that have a reader.
  nonisolated var wakesCount: Int { streams.count }

  private func wake() {
    streams.wake()
    rearm()
  }

  /// Marks the runs whose time has come as ready, and sets the alarm for the next time.
  private func rearm() {
    alarm.set(by: { time }, for: nextTimer) { delay in
      clock.schedule(after: delay) { [weak self] in
        guard let self else { return }
        // The store must not wait for a thread of Swift's pool, all of which may be blocked.
        Task(executorPreference: ThreadPool.workers) { await self.alarmFired() }
      }
    }
  }

  private func nextTimer(after now: StoreTime) -> StoreTime? {
    if let timer = state.nextTimer, timer <= now { holds.extendDue(in: &state, at: now) }
    if state.fireTimers(now: now) { streams.wake() }
    return state.nextTimer
  }

  private func alarmFired() {
    alarm.cancel()
    rearm()
  }

  private func apply(_ transaction: StoreTransaction, at places: [[UInt8]]) {
    // The state itself decided the transaction, so it can be applied.
    do { try state.apply(transaction, at: places) } catch { trap("A MemoryStore contradicts itself.") }
  }

  private func encoded(_ records: [FlowRecord]) throws(StoreError) -> [[UInt8]] {
    var encoded: [[UInt8]] = []
    for record in records { encoded.append(try record.bytes(state.limits)) }
    return encoded
  }

  private func claimedRun(_ number: Int, until: StoreTime, now: StoreTime) throws(StoreError) -> ClaimedRun {
    let run = RunNumber(rawValue: number)
    guard let index = state.table.index(of: number) else { throw .unknownRun(run) }
    let stored = state.table[index]
    return state.claimed(
      stored, until: until, now: now, records: try records(of: run, after: 0, limit: .max),
      messages: try messages(of: stored, after: 0))
  }

  private func inbox(of claimed: ClaimedRun, now: StoreTime) throws(StoreError) -> RunInbox {
    guard let index = state.table.index(of: claimed.run.rawValue) else { throw .unknownRun(claimed.run) }
    let stored = state.table[index]
    return state.inbox(of: stored, now: now, messages: try messages(of: stored, after: claimed.seen))
  }

  private func messages(
    of run: StoredRun<[UInt8]>, after number: Int, atMost limit: Int = .max
  ) throws(StoreError) -> [ReceivedMessage] {
    var messages: [ReceivedMessage] = []
    for waiting in run.messages?.all(after: number, atMost: limit) ?? [] {
      let record = try RecordText.record(waiting.place, run: run.number, number: 0)
      if case .message(let message) = record.body { messages.append(message) }
    }
    return messages
  }
}
