extension StoreState {
  /// Decides what an addition changes.
  ///
  /// - Returns: The transaction; nil if the flow has a run with the key.
  func deciding(_ new: NewRun, now: StoreTime) -> (run: RunNumber, transaction: StoreTransaction?) {
    if let key = new.key, let flow = names.number(of: new.flow), let number = numbers[Key(flow: flow, text: key)] {
      return (RunNumber(rawValue: number), nil)
    }
    return (
      RunNumber(rawValue: nextRun),
      .add(run: nextRun, FlowRecord.Began(new), due: now.advanced(by: max(.zero, new.delay)), at: now)
    )
  }

  /// Decides which runs a claim takes, and which ones are parked because they were claimed too often. Apply the transactions at
  /// once: the runs don't wait in the queue any more.
  mutating func takeDue(_ request: ClaimRequest, now: StoreTime) -> [StoreTransaction] {
    fireTimers(now: now)
    guard let queue = names.number(of: request.queue) else { return [] }
    // A flow that is named twice must not be taken from twice.
    let flows = Set(request.flows.compactMap { names.number(of: $0) })
    let until = now.advanced(by: max(.zero, request.lease))
    var claimed: [Int] = []
    var transactions: [StoreTransaction] = []
    while claimed.count < request.limit {
      let claims = Set(claimed)
      let taken = self.queue.take(
        from: flows.map { DueQueue.Source(queue: queue, flow: $0) }, limit: request.limit - claimed.count,
        load: { [held] tenant in held[tenant] ?? 0 },
        isValid: { [table] entry in
          guard let index = table.index(of: entry.run) else { return false }
          return table[index].due == entry.due && !claims.contains(entry.run)
        })
      guard !taken.isEmpty else { break }
      for number in taken {
        guard let index = table.index(of: number) else { continue }
        if table[index].claims < limits.attempts {
          claimed.append(number)
        } else {
          transactions.append(parking(table[index], now: now))
          table[index].due = Run.never
        }
      }
    }
    if !claimed.isEmpty { transactions.insert(.claim(claimed, until: until, worker: request.worker, at: now), at: 0) }
    return transactions
  }

  private func parking(_ run: Run, now: StoreTime) -> StoreTransaction {
    let place = run.position < 0 ? "at the start" : "at step '\(names[run.position])'"
    let reason = "Claimed \(run.claims) times without a record, \(place). Its workers have died, or lost their leases."
    return .append(run: run.number, [FlowRecord(.parked(.init(reason)))], then: .park(reason), at: now)
  }

  /// Makes the runs due whose timers have fired.
  ///
  /// - Returns: Whether there was one.
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

  /// Drops the timers that don't count any more if they are most of them.
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
    _ records: [FlowRecord], to claimed: ClaimedRun, then disposition: Disposition, now: StoreTime
  ) throws(StoreError) -> StoreTransaction {
    guard let index = table.index(of: claimed.run.rawValue), table[index].fence == claimed.fence,
      table[index].phase == .held
    else { throw .leaseLost(claimed.run) }
    let run = table[index]
    let rest = resolve(disposition, isUpToDate: run.arrived <= claimed.seen, now: now)
    var records = records
    for place in records.indices {
      records[place].at = now
      if case .waiting(var waiting) = records[place].body, waiting.due == nil, case .wait(let end, _) = disposition {
        waiting.due = time(of: end, now: now)
        records[place].body = .waiting(waiting)
      }
    }
    return .append(run: run.number, records, then: rest, at: now)
  }

  private func resolve(_ disposition: Disposition, isUpToDate: Bool, now: StoreTime) -> StoreTransaction.Rest {
    switch disposition {
    case .hold(let lease): .hold(until: now.advanced(by: max(.zero, lease)))
    case .release(let delay): .release(at: now.advanced(by: max(.zero, delay)))
    case .wait(let end, let awaited): isUpToDate ? .wait(until: time(of: end, now: now), for: awaited) : .ready(at: now)
    case .park(let reason): .park(reason)
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
  /// - Returns: The transaction; nil if the message is a duplicate.
  func deciding(
    _ message: FlowMessage, to number: RunNumber, now: StoreTime
  ) throws(StoreError) -> (delivery: Delivery, transaction: StoreTransaction?) {
    guard let index = table.index(of: number.rawValue) else { throw .unknownRun(number) }
    let run = table[index]
    if let key = message.key, run.mail?.keys[key] != nil { return (.duplicate, nil) }
    if run.phase.hasEnded { throw .runEnded(number) }
    let letters = run.mail?.letters ?? []
    if message.isCommand {
      if letters.contains(where: { $0.command == message.content }) { return (.duplicate, nil) }
    } else if letters.count(where: { $0.command == nil }) >= limits.messages {
      throw .inboxFull(number, limit: limits.messages)
    }
    return (.delivered(Int(run.arrived) + 1), .send(run: number.rawValue, message, at: now))
  }

  /// Decides which runs are forgotten; nil if there are none.
  func forgetting(endedBefore time: StoreTime, limit: Int, now: StoreTime) -> (count: Int, StoreTransaction?) {
    var numbers: [Int] = []
    guard limit > 0 else { return (0, nil) }
    table.forEach(from: 0) { run in
      if run.phase.hasEnded, run.changed < time.milliseconds { numbers.append(run.number) }
      return numbers.count < limit
    }
    return (numbers.count, numbers.isEmpty ? nil : .forget(numbers, at: now))
  }
}
