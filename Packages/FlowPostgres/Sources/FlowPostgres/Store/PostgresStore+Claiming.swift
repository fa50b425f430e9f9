public import FlowDurable

extension PostgresStore {
  /// Claims runs that are due.
  ///
  /// Within one flow and one priority, tenants take turns among the runs that have been due for the longest time: four
  /// times the requested number of runs, and at least 256.
  ///
  /// - Parameter request: The flows, the number of runs, and the lease.
  /// - Returns: The runs; none if nothing is due.
  /// - Throws: A `StoreError`. If the connection is lost, the store claims again; the runs of a lost answer become due
  ///   when their leases end.
  public func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    // No run has such a queue.
    guard request.limit > 0, !request.queue.utf8.contains(0) else { return [] }
    let flows = request.flows.filter { !$0.utf8.contains(0) }
    // A larger claim would be a long transaction. Another claim follows.
    let limit = min(request.limit, 1_000)
    let scope = ClaimSearch.Scope(queue: request.queue.composed, flows: flows.flatMap(Self.spellings))
    let parameters: [PostgresParameter] = [
      .text(scope.queue), .texts(scope.flows), .integer(limit), .integer(request.lease.storeMilliseconds),
      .text(request.worker?.withoutZeros), .integer(settings.limits.attempts), .integer(max(256, 4 * limit)),
    ]
    let starts = await starts(of: scope).parameters
    let answer = try await call("claim runs", PostgresStatement(statements.claim, parameters + starts))
    var claimed: [ClaimedRun] = []
    for row in answer.rows {
      var run = Self.claimedRun(row)
      do throws(StoreError) {
        try await read(row, into: &run)
        claimed.append(run)
      } catch {
        // Without an answer about the rest of its records, the run is claimed again when its lease has ended.
        if !error.isTemporary { await park(run, because: error) }
      }
    }
    await steps.hold(claimed)
    if let row = answer.rows.first {
      search.note(row.integer(8) ?? 0)
      // The worker asks again only if it got all that it asked for. Others had locked some of the due runs, or some are parked.
      let isFull = answer.rows.count >= limit
      if isFull ? claimed.count < request.limit : row.boolean(18) { dueStreams.wake() }
    }
    return claimed
  }

  /// The spellings that runs of a flow can have. Version 0.1 has kept names as they were.
  private static func spellings(_ flow: String) -> [String] { flow.isComposed ? [flow] : [flow, flow.composed] }

  /// Parks a run whose records can't be read, so that it doesn't stop the other runs.
  private func park(_ run: ClaimedRun, because error: StoreError) async {
    let reason = "\(error)"
    // If this fails, the run is claimed again when its lease has ended, and parked then.
    _ = try? await append([FlowRecord(.parked(.init(reason)))], to: run, then: .park(reason))
  }

  /// Reads a claimed run without its records and messages.
  private static func claimedRun(_ row: PostgresRow) -> ClaimedRun {
    ClaimedRun(
      run: RunNumber(rawValue: row.integer(0) ?? 0), flow: row.text(1) ?? "", key: row.text(2),
      queue: row.text(3) ?? "", tenant: row.text(4), priority: row.integer(5) ?? 0, fence: row.integer(6) ?? 0,
      attempt: row.integer(7) ?? 0, now: StoreTime(milliseconds: Int64(row.integer(8) ?? 0)),
      leaseEnds: StoreTime(milliseconds: Int64(row.integer(9) ?? 0)), records: [], messages: [],
      seen: row.integer(10) ?? 0)
  }

  /// Reads the records and the messages of a claimed run.
  private func read(_ row: PostgresRow, into claimed: inout ClaimedRun) async throws(StoreError) {
    claimed.records = try Self.records(of: claimed.run, in: row, from: 11)
    if claimed.records.count < row.elements(13).count {
      // The claim has left out the rest, because its row would have been too large.
      let rest = try await records(of: claimed.run, after: claimed.records.last?.number ?? 0, limit: .max)
      claimed.records += rest
    }
    let (numbers, arrivals, texts) = (row.elements(15), row.elements(16), row.elements(17))
    let cut = texts.firstIndex { $0 == nil } ?? texts.count
    for place in 0..<min(numbers.count, arrivals.count, cut) {
      claimed.messages.append(
        try Self.message([numbers[place], arrivals[place], texts[place]], of: claimed.run))
    }
    if cut < texts.count { try await readRest(of: &claimed) }
  }

  /// Reads the messages of a claimed run that its claim has left out, because its row would have been too large.
  private func readRest(of claimed: inout ClaimedRun) async throws(StoreError) {
    let arrived = claimed.seen
    claimed.seen = claimed.messages.last?.number ?? 0
    do {
      try await readMessages(of: claimed.run, into: &claimed.messages, after: &claimed.seen, to: arrived)
    } catch {
      // Without an answer, they come with the next record.
      if error.isTemporary { return }
      // The run is parked, and not due because of messages that it hasn't received.
      claimed.seen = arrived
      throw error
    }
  }

  /// Reads the records of a run from four columns: the number of the first one, and arrays of their bodies, times, and ends of waits.
  /// Stops before a record without a body.
  static func records(of run: RunNumber, in row: PostgresRow, from column: Int) throws(StoreError) -> [FlowRecord] {
    let first = row.integer(column) ?? 1
    let (bodies, times, ends) = (row.elements(column + 1), row.integers(column + 2), row.integers(column + 3))
    var records: [FlowRecord] = []
    for (place, body) in bodies.enumerated() {
      guard let body else { break }
      records.append(try record(body, of: run, first + place, at: times[place] ?? 0, due: ends[place]))
    }
    return records
  }

  /// Reads a record, and adds the values that the server has set: its time, and the end of its wait.
  static func record(
    _ bytes: [UInt8], of run: RunNumber, _ number: Int, at: Int, due: Int?
  ) throws(StoreError) -> FlowRecord {
    var record = try FlowRecord(decoding: bytes, of: run, number: number)
    record.at = StoreTime(milliseconds: Int64(at))
    if case .waiting(var waiting) = record.body, waiting.due == nil, let due {
      waiting.due = StoreTime(milliseconds: Int64(due))
      record.body = .waiting(waiting)
    }
    return record
  }
}
