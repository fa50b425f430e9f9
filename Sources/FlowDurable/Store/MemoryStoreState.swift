import FlowJSON
import FlowState

/// The runs of a store in memory, as a value that the store protects with a lock.
struct MemoryStoreState: Sendable {
  private let clock: any FlowClock
  var runs: StoreState<[UInt8]>
  private var holds = RunHolds()
  private var alarm = DueAlarm()
  /// Whether a run may have become due or has ended since the latest hint.
  private var hasNews = false

  init(timed clock: any FlowClock, limits: StoreLimits) {
    self.clock = clock
    runs = StoreState(limits: limits)
  }

  var time: StoreTime { max(StoreTime(clock.now), runs.latest) }

  /// Returns whether a hint is due. The store sends it when its lock is free, because a hint resumes tasks.
  mutating func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  mutating func add(_ run: NewRun) throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    let (number, transaction) = try runs.deciding(run, now: time)
    guard let transaction else { return (number, false) }
    let record = runs.beginning(of: run, at: transaction.at)
    apply(transaction, at: [try record.bytes(runs.limits)])
    hasNews = true
    return (number, true)
  }

  mutating func claim(_ request: ClaimRequest) throws(StoreError) -> [ClaimedRun] {
    let now = time
    var claimed: [ClaimedRun] = []
    holds.extendDue(in: &runs, at: now)
    for (transaction, records) in runs.takeDue(request, now: now) {
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
    return claimed
  }

  /// Parks a run whose records can't be read, so that it doesn't stop the other runs.
  private mutating func park(_ run: Int, because error: StoreError, now: StoreTime) {
    let (transaction, records) = runs.parking(run, "\(error)", now: now)
    apply(transaction, at: records.map { JSONValue.object($0.members).utf8(.compact) })
    hasNews = true
  }

  mutating func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) throws(StoreError) -> RunInbox {
    let now = time
    let (transaction, records) = try runs.deciding(records, to: run, then: disposition, now: now)
    apply(transaction, at: try encoded(records))
    if !disposition.isHold {
      holds.remove(run.run.rawValue)
      hasNews = true
    }
    return try inbox(of: run, now: now)
  }

  mutating func send(_ message: FlowMessage, to run: RunNumber) throws(StoreError) -> MessageDelivery {
    let now = time
    let (delivery, transaction) = try runs.deciding(message, to: run, now: now)
    guard let transaction else { return delivery }
    if case .delivered(let number) = delivery {
      apply(transaction, at: [try message.bytes(number: number, at: now, runs.limits)])
    } else {
      apply(transaction, at: [])
    }
    hasNews = true
    return delivery
  }

  mutating func forget(endedBefore time: StoreTime, limit: Int) -> Int {
    let (count, transaction) = runs.forgetting(endedBefore: time, limit: limit, now: self.time)
    if let transaction { apply(transaction, at: []) }
    return count
  }

  // MARK: The alarm

  /// Marks the runs whose time has come as ready, and sets the alarm for the next time.
  ///
  /// - Parameter call: Called at that time, from any thread.
  mutating func rearm(_ call: @escaping @Sendable () -> Void) {
    // A copy, because both closures are called while the alarm changes.
    var alarm = alarm
    alarm.set(by: { time }, for: { nextTimer(after: $0) }) { [clock] delay in clock.schedule(after: delay, call) }
    self.alarm = alarm
  }

  private mutating func nextTimer(after now: StoreTime) -> StoreTime? {
    if let timer = runs.nextTimer, timer <= now { holds.extendDue(in: &runs, at: now) }
    if runs.fireTimers(now: now) { hasNews = true }
    return runs.nextTimer
  }

  mutating func cancelAlarm() { alarm.cancel() }

  // MARK: Reading

  func messages(of run: RunNumber, after number: Int, limit: Int) throws(StoreError) -> [ReceivedMessage] {
    try messages(of: stored(run), after: number, atMost: limit)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) throws(StoreError) -> [FlowRecord] {
    let stored = try stored(run)
    var records: [FlowRecord] = []
    for (place, bytes) in zip(Int(stored.firstRecord)..., stored.places) where place > number {
      guard records.count < limit else { break }
      records.append(try RecordText.record(bytes, run: stored.number, number: place))
    }
    return records
  }

  func read(_ query: RunQuery) throws(StoreError) -> RunReading? {
    guard let summary = runs.runs(query, after: nil, limit: 1).first else { return nil }
    return RunReading(summary: summary, records: try records(of: summary.number, after: 0, limit: .max))
  }

  private func stored(_ run: RunNumber) throws(StoreError) -> StoredRun<[UInt8]> {
    guard let index = runs.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    return runs.table[index]
  }

  private func claimedRun(_ number: Int, until: StoreTime, now: StoreTime) throws(StoreError) -> ClaimedRun {
    let run = RunNumber(rawValue: number)
    let stored = try stored(run)
    return runs.claimed(
      stored, until: until, now: now, records: try records(of: run, after: 0, limit: .max),
      messages: try messages(of: stored, after: 0))
  }

  private func inbox(of claimed: ClaimedRun, now: StoreTime) throws(StoreError) -> RunInbox {
    let stored = try stored(claimed.run)
    return runs.inbox(of: stored, now: now, messages: try messages(of: stored, after: claimed.seen))
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

  // MARK: Changing

  private mutating func apply(_ transaction: StoreTransaction, at places: [[UInt8]]) {
    // The state itself decided the transaction, so it can be applied.
    do { try runs.apply(transaction, at: places) } catch { trap("A MemoryStore contradicts itself.") }
  }

  private func encoded(_ records: [FlowRecord]) throws(StoreError) -> [[UInt8]] {
    var encoded: [[UInt8]] = []
    for record in records { encoded.append(try record.bytes(runs.limits)) }
    return encoded
  }
}
