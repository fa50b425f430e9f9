extension StoreState {
  /// Decides what adding a run changes.
  ///
  /// - Returns: The transaction; nil if the flow has a run with the key.
  /// - Throws: ``StoreError/unstorable(value:reason:)``.
  func deciding(
    _ new: NewRun, now: StoreTime
  ) throws(StoreError) -> (run: RunNumber, transaction: StoreTransaction?) {
    // The names must be comparable before they are looked up.
    try RecordText.requireComparable(new.flow, "The name of a flow")
    try RecordText.requireComparable(new.key, "The key of a run of flow '\(new.flow)'")
    try RecordText.requireComparable(new.tenant, "The tenant of a run of flow '\(new.flow)'")
    try RecordText.requireComparable(new.queue, "The queue of a run of flow '\(new.flow)'")
    if let key = new.key, let flow = names.number(of: new.flow), let number = numbers[Key(flow: flow, text: key)] {
      return (RunNumber(rawValue: number), nil)
    }
    // Version 0.1 accepted longer names, and such a run is still found.
    try new.requireStorableNames()
    return (
      RunNumber(rawValue: nextRun),
      .add(run: nextRun, StoreTransaction.RunOutline(new), due: now.advanced(by: max(.zero, new.delay)), at: now)
    )
  }

  /// Returns the first record of a new run.
  func beginning(of new: NewRun, at: StoreTime) -> FlowRecord {
    // A journal reads the names of the run from this record. In another spelling, the visits would have other keys after a
    // restart.
    var began = FlowRecord.Began(new.composed)
    began.reusesKey = new.key.map { usedKeys.contains($0, of: new.flow) } ?? false
    var record = FlowRecord(.began(began))
    record.others = new.others
    record.at = at
    return record
  }

  /// Decides which runs a claim takes, and which runs are parked because they were claimed too often.
  ///
  /// Apply the transactions at once, because the runs have left the queue.
  ///
  /// - Returns: The transactions, each with its records.
  mutating func takeDue(_ request: ClaimRequest, now: StoreTime) -> [(StoreTransaction, records: [FlowRecord])] {
    fireTimers(now: now)
    guard let queue = names.number(of: request.queue) else { return [] }
    // Use each flow only once, even if the request names it twice.
    let flows = Set(request.flows.compactMap { names.number(of: $0) })
    let until = now.advanced(by: max(.zero, request.lease))
    var claimed: [Int] = []
    var transactions: [(StoreTransaction, records: [FlowRecord])] = []
    var parked: [Int] = []
    var taken: Set<Int> = []
    self.queue.take(
      from: flows.map { DueQueue.Source(queue: queue, flow: $0) }, limit: request.limit,
      load: { [held] tenant in held[tenant] ?? 0 },
      isValid: { [table] entry in
        guard let index = table.index(of: entry.run) else { return false }
        // A run can have two entries with the same time.
        return table[index].due == entry.due && !taken.contains(entry.run)
      },
      take: { [table, limits] run in
        taken.insert(run)
        guard let index = table.index(of: run), table[index].claims < limits.attempts else {
          parked.append(run)
          return false
        }
        claimed.append(run)
        return true
      })
    for run in parked {
      if let index = table.index(of: run) { transactions.append(parking(table[index], now: now)) }
    }
    if !claimed.isEmpty {
      transactions.insert((.claim(claimed, until: until, worker: request.worker, at: now), []), at: 0)
    }
    return transactions
  }

  private func parking(_ run: Run, now: StoreTime) -> (StoreTransaction, records: [FlowRecord]) {
    let place = run.position < 0 ? "at the start" : "at step '\(names[run.position])'"
    let reason = "Claimed \(run.claims) times without a record, \(place). Its workers have died, or lost their leases."
    return parking(run.number, reason, now: now)
  }

  /// Returns the transaction that parks a run for a reason of the store itself.
  func parking(_ run: Int, _ reason: String, now: StoreTime) -> (StoreTransaction, records: [FlowRecord]) {
    var record = FlowRecord(.parked(.init(reason)))
    record.at = now
    return (.append(run: run, [.init(record)], then: .park(reason), at: now), [record])
  }

  /// Marks the runs whose timers have fired as due.
  ///
  /// - Returns: Whether a run has become due.
  @discardableResult
  mutating func fireTimers(now: StoreTime) -> Bool {
    let now = now.milliseconds
    var hasFired = false
    while let entry = queue.popTimer(by: now) {
      guard let index = table.index(of: entry.run), table[index].scheduled == entry.due else { continue }
      table[index].scheduled = Run.never
      setDue(table[index].due, of: index, now: now)
      if table[index].due <= now { hasFired = true }
    }
    dropStaleTimers()
    return hasFired
  }

  /// Drops the invalid timers if they are the majority.
  private mutating func dropStaleTimers() {
    guard queue.timers.count > 4 * table.count + 1_024 else { return }
    var entries: [DueQueue.Entry] = []
    table.forEach(from: 0) { run in
      if run.scheduled != Run.never { entries.append(.init(due: run.scheduled, run: run.number)) }
      return true
    }
    queue.replaceTimers(entries)
  }

  /// Decides what an append changes.
  ///
  /// - Throws: ``StoreError/leaseLost(_:)``.
  func deciding(
    _ records: [FlowRecord], to claimed: ClaimedRun, then disposition: RunDisposition, now: StoreTime
  ) throws(StoreError) -> (StoreTransaction, records: [FlowRecord]) {
    let (rest, due) = try deciding(claimed, then: disposition, now: now)
    var records = records
    for place in records.indices {
      records[place].at = now
      if case .waiting(var waiting) = records[place].body, waiting.due == nil {
        waiting.due = due
        records[place].body = .waiting(waiting)
      }
    }
    return (.append(run: claimed.run.rawValue, records.map { .init($0) }, then: rest, at: now), records)
  }

  /// Decides the state of a claimed run after an append.
  ///
  /// - Returns: The new state, and the time at which a wait ends.
  /// - Throws: ``StoreError/leaseLost(_:)``.
  func deciding(
    _ claimed: ClaimedRun, then disposition: RunDisposition, now: StoreTime
  ) throws(StoreError) -> (StoreTransaction.Rest, due: StoreTime?) {
    guard let index = table.index(of: claimed.run.rawValue), table[index].fence == claimed.fence,
      table[index].phase == .held
    else { throw .leaseLost(claimed.run) }
    let rest = resolve(disposition, isUpToDate: table[index].arrived <= claimed.seen, now: now)
    guard case .wait(let end, _) = disposition else { return (rest, nil) }
    return (rest, time(of: end, now: now))
  }

  private func resolve(_ disposition: RunDisposition, isUpToDate: Bool, now: StoreTime) -> StoreTransaction.Rest {
    switch disposition {
    case .hold(let lease): .hold(until: now.advanced(by: max(.zero, lease)))
    case .release(let delay): .release(at: now.advanced(by: max(.zero, delay)))
    case .wait(let end, let awaited): isUpToDate ? .wait(until: time(of: end, now: now), for: awaited) : .ready(at: now)
    // The worker hasn't received all messages. One of them can be a command, which a parked run takes.
    case .park(let reason): isUpToDate ? .park(reason) : .ready(at: now)
    case .end(let ending): .end(ending)
    }
  }

  private func time(of end: WaitEnd, now: StoreTime) -> StoreTime? {
    switch end {
    case .never: nil
    case .after(let duration): now.advanced(by: max(.zero, duration))
    case .at(let time): time
    }
  }

  /// Decides what a message changes.
  ///
  /// - Returns: The transaction; nil if nothing changes.
  /// - Throws: ``StoreError``.
  func deciding(
    _ message: FlowMessage, to number: RunNumber, now: StoreTime
  ) throws(StoreError) -> (delivery: MessageDelivery, transaction: StoreTransaction?) {
    guard let index = table.index(of: number.rawValue) else { throw .unknownRun(number) }
    try RecordText.requireComparable(message.key, "The key of \(message.name)")
    if case .message(let name, _) = message.content { try RecordText.requireComparable(name, "The name of a message") }
    if let command = message.content.commandName { try RecordText.requireComparable(command, "The step of a command") }
    let run = table[index]
    if let key = message.key, run.messages?.keys[key] != nil { return (.duplicate, nil) }
    try message.requireStorableNames()
    if run.phase.hasEnded, !run.phase.accepts(message) { throw .runEnded(number) }
    if let answer = message.answering, run.phase != .waiting || Int(run.lastRecord) != answer.record {
      return (.tooLate, nil)
    }
    if run.arrived == .max { throw .inboxFull(number, limit: Int(Int32.max)) }
    if let messages = run.messages {
      if let command = message.content.commandName {
        if messages.hasCommand(command) {
          // The workers that have claimed the run since the first of the two may all have died before they took it.
          guard run.phase == .parked else { return (.duplicate, nil) }
          return (.duplicate, .append(run: number.rawValue, [], then: .ready(at: now), at: now))
        }
        if message.content.isLimited, messages.commandCount >= limits.commands {
          throw .inboxFull(number, limit: limits.commands)
        }
      } else if messages.messageCount >= limits.messages {
        throw .inboxFull(number, limit: limits.messages)
      }
    }
    return (.delivered(Int(run.arrived) + 1), .send(run: number.rawValue, message, at: now))
  }

  /// Decides which runs are forgotten. Returns no transaction if there are none.
  func forgetting(endedBefore time: StoreTime, limit: Int, now: StoreTime) -> (count: Int, StoreTransaction?) {
    var numbers: [Int] = []
    guard limit > 0 else { return (0, nil) }
    var passed = passed
    passed.see(now)
    table.forEach(from: 0) { run in
      if run.phase.hasEnded, run.changed < time.milliseconds,
        !canJump || passed.isBefore(run.changed, time.milliseconds)
      {
        numbers.append(run.number)
      }
      return numbers.count < limit
    }
    return (numbers.count, numbers.isEmpty ? nil : .forget(numbers, at: now))
  }
}
