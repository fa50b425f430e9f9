extension StoreState {
  /// Returns the runs that match a query, in the query's order.
  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) -> [RunSummary] {
    var found: [RunSummary] = []
    guard limit > 0, let filter = QueryMatcher(query, names) else { return found }
    if let known = candidates(query, filter) {
      for known in query.newestFirst ? known.reversed() : known where found.count < limit {
        if let number, query.newestFirst ? known >= number.rawValue : known <= number.rawValue { continue }
        guard let run = table.index(of: known).map({ table[$0] }), withUnsafePointer(to: run, filter.matches) else {
          continue
        }
        found.append(summary(of: run))
      }
      return found
    }
    let start = query.newestFirst ? number?.rawValue ?? .max : (number?.rawValue ?? 0) + 1
    table.search(from: start, backwards: query.newestFirst, where: filter.matches) { run in
      found.append(summary(of: run.pointee))
      return found.count < limit
    }
    return found
  }

  /// Returns the numbers of the only runs that can match, in order; nil if the query doesn't name them.
  private func candidates(_ query: RunQuery, _ filter: QueryMatcher) -> [Int]? {
    if let numbers = query.numbers { return numbers.map(\.rawValue).sorted() }
    // Each flow has at most one run with a key.
    guard let key = query.key, let flows = filter.flows else { return nil }
    return flows.compactMap { numbers[Key(flow: $0, text: key)] }.sorted()
  }

  /// Counts the runs that match a query by flow, step, and state.
  func counts(_ query: RunQuery) -> [RunCount] {
    guard let filter = QueryMatcher(query, names) else { return [] }
    var places: [RunKind: Int] = [:]
    var counts: [(kind: RunKind, runs: Int, oldest: Int64, due: Int64)] = []
    // Most runs are of a few kinds, which this table finds without a dictionary.
    var known = [Int](repeating: -1, count: 256)
    table.search(from: 0, backwards: false, where: filter.matches) { run in
      let kind = RunKind(flow: run.pointee.flow, position: run.pointee.position, phase: run.pointee.phase)
      let time = kind.phase == .ready ? run.pointee.due : run.pointee.changed
      let slot = Int(truncatingIfNeeded: kind.flow &* 64 &+ kind.position &* 8 &+ Int32(kind.phase.rawValue)) & 255
      var place = known[slot]
      if place < 0 || counts[place].kind != kind {
        place = places[kind] ?? counts.count
        if place == counts.count {
          places[kind] = place
          counts.append((kind, 0, time, Run.never))
        }
        known[slot] = place
      }
      counts[place].runs += 1
      counts[place].oldest = min(counts[place].oldest, time)
      counts[place].due = min(counts[place].due, run.pointee.due)
      return true
    }
    return counts.map { kind, runs, oldest, due in
      RunCount(
        flow: names[kind.flow], position: kind.position < 0 ? nil : names[kind.position], state: kind.phase.kind,
        ending: kind.phase.ending, runs: runs, oldest: StoreTime(milliseconds: oldest),
        due: due == Run.never ? nil : StoreTime(milliseconds: due))
    }
  }

  /// The properties that distinguish the counts of runs.
  private struct RunKind: Hashable {
    let flow: Int32
    let position: Int32
    let phase: Run.Phase
  }

  /// A query with the store's numbers in place of names.
  ///
  /// Comparing text for each of a million runs would take most of the time of a query.
  private struct QueryMatcher {
    let flows: Set<Int32>?
    private let numbers: Set<RunNumber>?
    private let phases: [Bool]
    private let key: String?
    private let tenant: Int32?
    private let queue: Int32?
    private let position: Int32?
    private let changedBefore: Int64?

    /// Creates a filter; returns nil if no run can match, because the store doesn't know a name.
    init?(_ query: RunQuery, _ names: NameTable) {
      flows = query.flows.map { Set($0.compactMap { names.number(of: $0) }) }
      numbers = query.numbers
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

    func matches(_ run: UnsafePointer<Run>) -> Bool {
      guard phases[Int(run.pointee.phase.rawValue)] else { return false }
      if let flows, !flows.contains(run.pointee.flow) { return false }
      if let tenant, run.pointee.tenant != tenant { return false }
      if let queue, run.pointee.queue != queue { return false }
      if let position, run.pointee.position != position { return false }
      if let changedBefore, run.pointee.changed >= changedBefore { return false }
      if let key, run.pointee.key != key { return false }
      if let numbers, !numbers.contains(RunNumber(rawValue: run.pointee.number)) { return false }
      return true
    }
  }

  func summary(of run: Run) -> RunSummary {
    RunSummary(
      number: RunNumber(rawValue: run.number), flow: names[run.flow], key: run.key, queue: names[run.queue],
      tenant: run.tenant < 0 ? nil : names[run.tenant], priority: Int(run.priority), state: state(of: run),
      position: run.position < 0 ? nil : names[run.position], attempts: Int(run.claims), lastRecord: run.lastRecord,
      waitingMessages: run.messages?.count ?? 0, began: StoreTime(milliseconds: run.began),
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
  /// Returns the claim of a run that was just claimed.
  func claimed(
    _ run: Run, until: StoreTime, now: StoreTime, records: [FlowRecord], messages: [ReceivedMessage]
  ) -> ClaimedRun {
    ClaimedRun(
      run: RunNumber(rawValue: run.number), flow: names[run.flow], key: run.key, queue: names[run.queue],
      tenant: run.tenant < 0 ? nil : names[run.tenant], priority: Int(run.priority), fence: run.fence,
      attempt: Int(run.claims), now: now, leaseEnds: until, records: records, messages: messages,
      seen: Int(run.arrived))
  }

  /// Returns the result of an append.
  func inbox(of run: Run, now: StoreTime, messages: [ReceivedMessage]) -> RunInbox {
    RunInbox(
      messages: messages, arrived: Int(run.arrived), now: now,
      leaseEnds: run.phase == .held ? StoreTime(milliseconds: run.due) : nil, lastRecord: run.lastRecord)
  }
}
