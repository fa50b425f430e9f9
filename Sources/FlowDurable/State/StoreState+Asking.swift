extension StoreState {
  /// The runs that match a query, in the order that it asks for.
  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) -> [RunSummary] {
    var found: [RunSummary] = []
    guard limit > 0, let filter = RunFilter(query, names) else { return found }
    if let key = query.key, let flows = filter.flows {
      // Each flow has at most one run with the key.
      let known = flows.compactMap { numbers[Key(flow: $0, text: key)] }.sorted()
      for known in query.newestFirst ? known.reversed() : known where found.count < limit {
        if let number, query.newestFirst ? known >= number.rawValue : known <= number.rawValue { continue }
        if let index = table.index(of: known), filter.matches(table[index]) { found.append(summary(of: table[index])) }
      }
      return found
    }
    func add(_ run: Run) -> Bool {
      if filter.matches(run) { found.append(summary(of: run)) }
      return found.count < limit
    }
    if query.newestFirst {
      table.forEachBackwards(before: number?.rawValue ?? .max, add)
    } else {
      table.forEach(from: (number?.rawValue ?? 0) + 1, add)
    }
    return found
  }

  /// The numbers of the runs that match a query.
  func counts(_ query: RunQuery) -> [RunCount] {
    guard let filter = RunFilter(query, names) else { return [] }
    var places: [RunKind: Int] = [:]
    var counts: [(kind: RunKind, runs: Int, oldest: Int64)] = []
    // Runs that were added one after the other are often of one kind.
    var latest: (kind: RunKind, place: Int)?
    table.forEach(from: 0) { run in
      guard filter.matches(run) else { return true }
      let kind = RunKind(flow: run.flow, position: run.position, phase: run.phase)
      let time = run.phase == .ready ? run.due : run.changed
      let place = latest.flatMap { $0.kind == kind ? $0.place : nil } ?? places[kind] ?? counts.count
      if place == counts.count {
        places[kind] = place
        counts.append((kind, 0, time))
      }
      latest = (kind, place)
      counts[place].runs += 1
      counts[place].oldest = min(counts[place].oldest, time)
      return true
    }
    return counts.map { kind, runs, oldest in
      RunCount(
        flow: names[kind.flow], position: kind.position < 0 ? nil : names[kind.position], state: kind.phase.kind,
        ending: kind.phase.ending, runs: runs, oldest: StoreTime(milliseconds: oldest))
    }
  }

  /// What tells counts of runs apart.
  private struct RunKind: Hashable {
    let flow: Int32
    let position: Int32
    let phase: Run.Phase
  }

  /// A query whose names are the numbers of the store.
  ///
  /// Comparing texts for each of a million runs would take most of the time of a query.
  private struct RunFilter {
    let flows: Set<Int32>?
    private let phases: [Bool]
    private let key: String?
    private let tenant: Int32?
    private let queue: Int32?
    private let position: Int32?
    private let changedBefore: Int64?

    /// Creates a filter; nil if no run can match, because the store doesn't know a name.
    init?(_ query: RunQuery, _ names: NameTable) {
      flows = query.flows.map { Set($0.compactMap { names.number(of: $0) }) }
      phases = Run.Phase.allCases.map { query.states?.contains($0.kind) ?? true }
      key = query.key
      tenant = query.tenant.flatMap { names.number(of: $0) }
      queue = query.queue.flatMap { names.number(of: $0) }
      position = query.position.flatMap { names.number(of: $0) }
      changedBefore = query.changedBefore?.milliseconds
      if flows?.isEmpty == true { return nil }
      if tenant == nil && query.tenant != nil || queue == nil && query.queue != nil { return nil }
      if position == nil, query.position != nil { return nil }
    }

    func matches(_ run: Run) -> Bool {
      guard phases[Int(run.phase.rawValue)] else { return false }
      if let flows, !flows.contains(run.flow) { return false }
      if let tenant, run.tenant != tenant { return false }
      if let queue, run.queue != queue { return false }
      if let position, run.position != position { return false }
      if let changedBefore, run.changed >= changedBefore { return false }
      if let key, run.key != key { return false }
      return true
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
