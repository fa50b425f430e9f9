import FlowJSON
import FlowState

/// The calls of the store: each lets the state decide, adds lines, and waits until they are durable.
extension FileStore {
  /// Writes the pending lines, and closes the journal, so that another process can open it.
  ///
  /// - Throws: ``StoreError`` if the journal couldn't be written.
  public func close() async throws(StoreError) {
    try requireOpen()
    refuseCalls()
    enqueueNote(JournalEntry.note("closing", at: time))
    try await commit()
    guard journal != nil else { throw .closed }
    // The last line confirms that all lines before it are on disk. It has no content of its own.
    enqueueNote(JournalEntry.note("closed", at: time))
    try await commit()
    end(.closed)
  }

  /// Adds a run, unless the flow has a run with the same key.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    try requireOpen()
    let (number, transaction) = try state.deciding(run, now: time)
    if let transaction {
      let record = state.beginning(of: run, at: transaction.at)
      try check([record])
      try enqueue(transaction, [record.members])
    }
    // A run that existed before may not be durable yet.
    try await commit()
    if transaction != nil { wake() }
    return (number, transaction != nil)
  }

  /// Claims runs that are due.
  public func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    try requireOpen()
    // While the disk is full, runs stay with their workers.
    if full.isWaiting { return [] }
    try takeCommands()
    let now = time
    var claims: [Int: ClaimedRun] = [:]
    var order: [Int] = []
    let due = takeDue(request, now: now)
    // A worker asks after each hint. If nothing has changed, it needn't wait for the lines of other calls.
    if due.isEmpty, !hasTakenCommands {
      rearm()
      return []
    }
    for (transaction, records) in due {
      // Other processes don't need to know of a claim, so it needs no sync.
      try enqueue(transaction, records.map(\.members), needsSync: !records.isEmpty)
      guard case .claim(let numbers, let until, _, _) = transaction else { continue }
      for number in numbers {
        guard let index = state.table.index(of: number) else { continue }
        order.append(number)
        var claim = state.claimed(state.table[index], until: until, now: now, records: [], messages: [])
        if request.holds { hold(&claim, lease: request.lease) }
        claims[number] = claim
      }
    }
    try await commit()
    rearm()
    var claimed: [ClaimedRun] = []
    for number in order {
      guard var claim = claims[number] else { continue }
      do throws(StoreError) {
        claim.records = try readRecords(of: claim.run, after: 0, limit: .max)
        claim.messages = try readMessages(of: claim.run, from: 0, to: claim.seen)
        claimed.append(claim)
      } catch {
        try await giveUp(claim, because: error)
      }
    }
    return claimed
  }

  /// Parks a run whose records can't be read, so that it doesn't stop the other runs. If the disk may read them later, makes
  /// the run due again soon, as often as the store's limits allow.
  private func giveUp(_ claim: ClaimedRun, because error: StoreError) async throws(StoreError) {
    try requireOpen()
    let (now, run) = (time, claim.run.rawValue)
    guard let index = state.table.index(of: run), state.table[index].fence == claim.fence,
      state.table[index].phase == .held
    else { return }
    if error.isTemporary, claim.attempt < limits.attempts {
      extend(claim.run, .hold(until: now.advanced(by: .seconds(1))), at: now)
      return rearm()
    }
    let (transaction, records) = state.parking(run, "\(error)", now: now)
    try enqueue(transaction, records.map(\.members))
    try await commit()
    wake()
  }

  /// Appends records to a claimed run, and sets its disposition.
  public nonisolated func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    if case .hold = disposition, records.isEmpty { return try await extend(run, then: disposition) }
    let encoded = try encoded(records)
    let inbox = try await withCheckedContinuation { continuation in
      arrive(PendingAppend(records: encoded, run: run, disposition: disposition, continuation: continuation))
    }.get()
    if !disposition.isHold { await wake() }
    return inbox.arrived > run.seen ? await withMessages(inbox, of: run) : inbox
  }

  /// Performs an append that has arrived. Its task resumes on its own executor.
  func make(_ append: PendingAppend) {
    do throws(StoreError) {
      try requireOpen()
      let (now, run, records) = (time, append.run, append.records)
      let (rest, due) = try state.deciding(run, then: append.disposition, now: now)
      let transaction = StoreTransaction.append(run: run.run.rawValue, records.map(\.outline), then: rest, at: now)
      if records.isEmpty {
        try enqueue(transaction, [])
      } else {
        let line = EncodedRecord.line(
          records, run: run.run.rawValue, due: due, at: now, then: rest, isShort: isShort)
        try enqueue(transaction, line, count: records.count)
      }
      commit(.append(append.continuation, try inbox(of: run, now: now)))
    } catch {
      append.continuation.resume(returning: .failure(error))
    }
  }

  /// Extends a lease. A lease ends with its process, so the journal needs no line.
  private func extend(_ run: ClaimedRun, then disposition: RunDisposition) async throws(StoreError) -> RunInbox {
    try requireOpen()
    try takeCommands()
    let now = time
    let (rest, _) = try state.deciding(run, then: disposition, now: now)
    extend(run.run, rest, at: now)
    let inbox = try inbox(of: run, now: now)
    rearm()
    // A heartbeat must not wait for the disk. Messages that arrived in the meantime aren't durable yet.
    if full.isWaiting { return inbox.with([], arrived: run.seen) }
    try await commit()
    return withMessages(inbox, of: run)
  }

  /// Returns the result of an append, without messages.
  private func inbox(of run: ClaimedRun, now: StoreTime) throws(StoreError) -> RunInbox {
    guard let index = state.table.index(of: run.run.rawValue) else { throw .unknownRun(run.run) }
    return state.inbox(of: state.table[index], now: now, messages: [])
  }

  private func withMessages(_ inbox: RunInbox, of run: ClaimedRun) -> RunInbox {
    guard inbox.arrived > run.seen else { return inbox }
    do throws(StoreError) {
      return inbox.with(try readMessages(of: run.run, from: run.seen, to: inbox.arrived), arrived: inbox.arrived)
    } catch {
      // The append was made, and a worker would repeat a call that fails. It receives the messages with the next append,
      // or the run is parked at the next claim.
      return inbox.with([], arrived: run.seen)
    }
  }

  /// Sends a message to a run.
  public func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    try requireOpen()
    let (delivery, changes): (MessageDelivery, Bool)
    do throws(StoreError) {
      (delivery, changes) = try enqueue(message, to: run)
    } catch {
      // The end of the run, for which the message is refused, may not be durable yet.
      if error.isAboutEnd, hasPendingLines(about: run) { try await commit() }
      throw error
    }
    try await commit()
    if changes { wake() }
    return delivery
  }

  /// Adds the line of what a message changes, if it changes something.
  func enqueue(
    _ message: FlowMessage, to run: RunNumber
  ) throws(StoreError) -> (MessageDelivery, changes: Bool) {
    let (delivery, transaction) = try state.deciding(message, to: run, now: time)
    guard let transaction else { return (delivery, false) }
    if case .delivered(let number) = delivery {
      try check([FlowRecord(.message(ReceivedMessage(number: number, at: transaction.at, message: message)))])
    }
    try enqueue(transaction, [])
    return (delivery, true)
  }

  /// Takes commands at once, so that a run doesn't have to wait until a worker claims runs.
  func commandsCame() async {
    guard (try? requireOpen()) != nil else { return }
    // A later claim reports these errors.
    try? takeCommands()
    try? await commit()
  }

  /// Returns runs in the order of their numbers.
  public func runs(
    _ query: RunQuery, after number: RunNumber?, limit: Int
  ) async throws(StoreError) -> [RunSummary] {
    try requireOpen(toAsk: true)
    let runs = state.runs(query, after: number, limit: limit)
    // Runs must be durable before the store returns them, unless the disk is full. Those that the caller names are, if no line about
    // them waits: a page needn't wait until the answers to others are on disk.
    let isNamed = query.numbers != nil || query.key != nil
    if !isNamed || runs.isEmpty || runs.contains(where: { hasPendingLines(about: $0.number) }) {
      try await commit(toAsk: true)
    }
    return runs
  }

  /// Counts runs by flow, step, and state.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
    try requireOpen(toAsk: true)
    let counts = state.counts(query)
    try await commit(toAsk: true)
    return counts
  }

  /// Returns the messages of a run that no record has taken, oldest first.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    try requireOpen(toAsk: true)
    try await commit(toAsk: true)
    return try readMessages(of: run, from: number, to: .max, atMost: limit)
  }

  /// Returns the records of a run since the latest snapshot, in the order of their numbers.
  public func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try requireOpen(toAsk: true)
    if hasPendingLines(about: run) { try await commit(toAsk: true) }
    return try readRecords(of: run, after: number, limit: limit)
  }

  /// Reads the first run that matches a query, with its records since the latest snapshot.
  public func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    guard let summary = try await runs(query, after: nil, limit: 1).first else { return nil }
    return RunReading(summary: summary, records: try readRecords(of: summary.number, after: 0, limit: .max))
  }

  /// Removes runs that have ended, with everything that belongs to them.
  public func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    try requireOpen()
    noteTime()
    let (count, transaction) = state.forgetting(endedBefore: time, limit: limit, now: self.time)
    guard let transaction else { return 0 }
    try enqueue(transaction, [])
    // The values of removed runs don't stay in memory.
    recent.removeAll()
    try await commit()
    return count
  }

  /// Encodes records, on the caller's thread.
  nonisolated func encoded(_ records: [FlowRecord]) throws(StoreError) -> [EncodedRecord] {
    var encoded: [EncodedRecord] = []
    encoded.reserveCapacity(records.count)
    for record in records { encoded.append(try EncodedRecord(record, limits)) }
    return encoded
  }

  /// Adds a line for a transaction, and applies it. It isn't acknowledged until ``commit()`` returns.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - objects: The members of its records or of its message.
  ///   - needsSync: Whether the line must be on disk before the call returns.
  /// - Throws: ``StoreError/tooLarge(value:bytes:limit:)`` or ``StoreError/tooDeep(value:limit:)``.
  func enqueue(
    _ transaction: StoreTransaction, _ objects: [JSONObject], needsSync: Bool = true
  ) throws(StoreError) {
    let text = try transaction.text(objects, isShort: isShort, after: state.lease)
    try enqueue(transaction, text, count: max(objects.count, transaction.messageCount), needsSync: needsSync)
  }

  /// Whether new lines leave out what the rest of them or the lines before them imply.
  private var isShort: Bool { journal?.header.isShort ?? false }

  /// Throws if a value of the records is too large.
  private func check(_ records: [FlowRecord]) throws(StoreError) {
    for record in records { _ = try record.bytes(state.limits) }
  }

  /// Reads records of a run.
  func readRecords(of run: RunNumber, after number: Int, limit: Int) throws(StoreError) -> [FlowRecord] {
    guard let index = state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    var reader = try reader()
    return try reader.records(of: state.moved(state.table[index]), after: number, limit: limit, besides: &recent)
  }

  /// Returns a reader of the lines.
  func reader() throws(StoreError) -> JournalLineReader {
    try requireOpen(toAsk: true)
    guard let journal else { throw .closed }
    return JournalLineReader(journal)
  }

  /// Reads messages of a run that no record has taken.
  func readMessages(
    of run: RunNumber, from seen: Int, to last: Int, atMost limit: Int = .max
  ) throws(StoreError) -> [ReceivedMessage] {
    guard let index = state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    var reader = try reader()
    return try reader.messages(of: state.moved(state.table[index]), from: seen, to: last, atMost: limit)
  }
}

extension RunInbox {
  fileprivate func with(_ messages: [ReceivedMessage], arrived: Int) -> RunInbox {
    RunInbox(messages: messages, arrived: arrived, now: now, leaseEnds: leaseEnds, lastRecord: lastRecord)
  }
}

/// An append that the store's thread hasn't taken yet.
struct PendingAppend: Sendable {
  let records: [EncodedRecord]
  let run: ClaimedRun
  let disposition: RunDisposition
  let continuation: CheckedContinuation<Result<RunInbox, StoreError>, Never>
}
