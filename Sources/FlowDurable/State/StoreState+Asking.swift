extension StoreState {
  /// The runs that match a query, in the order of their numbers.
  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) -> [RunSummary] {
    var found: [RunSummary] = []
    guard limit > 0 else { return found }
    let first = (number?.rawValue ?? 0) + 1
    if let key = query.key, let flows = query.flows {
      // Each flow has at most one run with the key.
      let known = Set(flows).compactMap { name in
        names.number(of: name).flatMap { numbers[Key(flow: $0, text: key)] }
      }
      for number in known.sorted() where number >= first && found.count < limit {
        if let index = table.index(of: number), matches(query, table[index]) { found.append(summary(of: table[index])) }
      }
      return found
    }
    table.forEach(from: first) { run in
      if matches(query, run) { found.append(summary(of: run)) }
      return found.count < limit
    }
    return found
  }

  private func matches(_ query: RunQuery, _ run: Run) -> Bool {
    if let flows = query.flows, !flows.contains(names[run.flow]) { return false }
    if let states = query.states, !states.contains(kind(of: run)) { return false }
    if let key = query.key, run.key != key { return false }
    if let tenant = query.tenant, run.tenant < 0 || names[run.tenant] != tenant { return false }
    if let queue = query.queue, names[run.queue] != queue { return false }
    if let position = query.position, run.position < 0 || names[run.position] != position { return false }
    if let time = query.changedBefore, run.changed >= time.milliseconds { return false }
    return true
  }

  private func kind(of run: Run) -> RunState.Kind {
    switch run.phase {
    case .ready: .ready
    case .held: .held
    case .waiting: .waiting
    case .parked: .parked
    case .completed, .failed, .cancelled: .ended
    }
  }

  func summary(of run: Run) -> RunSummary {
    RunSummary(
      number: RunNumber(rawValue: run.number), flow: names[run.flow], key: run.key, queue: names[run.queue],
      tenant: run.tenant < 0 ? nil : names[run.tenant], priority: Int(run.priority), state: state(of: run),
      position: run.position < 0 ? nil : names[run.position], attempts: Int(run.claims), lastRecord: run.lastRecord,
      waitingMessages: run.mail?.letters.count ?? 0, began: StoreTime(milliseconds: run.began),
      changed: StoreTime(milliseconds: run.changed))
  }

  private func state(of run: Run) -> RunState {
    let due = StoreTime(milliseconds: run.due)
    return switch run.phase {
    case .ready: .ready(due)
    case .held: .held(until: due, by: run.worker < 0 ? nil : names[run.worker])
    case .waiting: .waiting(until: run.due == Run.never ? nil : due, for: run.names.map { names[$0] })
    case .parked: .parked(run.reason ?? "")
    case .completed: .ended(.completed)
    case .failed: .ended(.failed)
    case .cancelled: .ended(.cancelled)
    }
  }
}

extension StoreState {
  /// The claim of a run that was just claimed.
  func claimed(
    _ run: Run, until: StoreTime, now: StoreTime, records: [FlowRecord], messages: [ReceivedMessage]
  ) -> ClaimedRun {
    ClaimedRun(
      run: RunNumber(rawValue: run.number), flow: names[run.flow], key: run.key, queue: names[run.queue],
      tenant: run.tenant < 0 ? nil : names[run.tenant], priority: Int(run.priority), fence: run.fence,
      attempt: Int(run.claims), now: now, leaseEnds: until, records: records, messages: messages,
      seen: Int(run.arrived))
  }

  /// The answer to an append.
  func inbox(of run: Run, now: StoreTime, messages: [ReceivedMessage]) -> Inbox {
    Inbox(
      messages: messages, arrived: Int(run.arrived), now: now,
      leaseEnds: run.phase == .held ? StoreTime(milliseconds: run.due) : nil, lastRecord: run.lastRecord)
  }
}
