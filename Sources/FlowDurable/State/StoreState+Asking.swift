extension StoreState {
  /// Returns the runs that match a query, in the query's order.
  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) -> [RunSummary] {
    var found: [RunSummary] = []
    guard limit > 0, let filter = QueryMatcher(query, names) else { return found }
    if query.order != .number { return sorted(query, filter, after: number, limit: limit) }
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
    let first = number?.rawValue ?? 0
    let start = query.newestFirst ? number?.rawValue ?? .max : first + (first == .max ? 0 : 1)
    table.search(
      from: start, backwards: query.newestFirst, in: { $0.contains { filter.canMatch($0.kind) } }, where: filter.matches
    ) { run in
      found.append(summary(of: run.pointee))
      return found.count < limit
    }
    return found
  }

  /// Returns runs in another order than that of their numbers.
  private func sorted(_ query: RunQuery, _ filter: QueryMatcher, after number: RunNumber?, limit: Int) -> [RunSummary] {
    let sort = RunSort(query, names)
    let start = number.flatMap { table.index(of: $0.rawValue) }.map { withUnsafePointer(to: table[$0], sort.place) }
    // The heap has the runs that come first, with the last one of them on top.
    var heap = MinimumHeap<RunSort.Place>()
    // Values often rise with the numbers, so most runs don't get into the heap in this direction.
    table.search(
      from: query.newestFirst ? .max : 0, backwards: query.newestFirst,
      in: { $0.contains { filter.canMatch($0.kind) } }, where: filter.matches
    ) { run in
      let place = sort.place(of: run)
      if let start, !(start < place) { return true }
      if heap.count < limit {
        heap.insert(place.reversed)
      } else if let last = heap.first?.reversed, place < last {
        _ = heap.popFirst()
        heap.insert(place.reversed)
      }
      return true
    }
    var found: [RunSummary] = []
    while let place = heap.popFirst() {
      if let index = table.index(of: place.run) { found.append(summary(of: table[index])) }
    }
    return found.reversed()
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
    var sum = RunTally.Sum()
    if filter.dependsOnKindsOnly {
      // The table has the numbers of each group of runs.
      table.forEachTally { tally in if filter.canMatch(tally.kind) { sum.add(tally) } }
    } else {
      table.search(
        from: 0, backwards: false, in: { $0.contains { filter.canMatch($0.kind) } }, where: filter.matches
      ) { run in
        sum.add(RunTally(run))
        return true
      }
    }
    return sum.tallies.map { tally in
      let kind = tally.kind
      return RunCount(
        flow: names[kind.flow], position: kind.position < 0 ? nil : names[kind.position], state: kind.phase.kind,
        ending: kind.phase.ending, runs: tally.runs, oldest: StoreTime(milliseconds: tally.oldest),
        due: tally.due == RunTally.never ? nil : StoreTime(milliseconds: tally.due))
    }
  }

  /// A query with the store's numbers in place of names.
  ///
  /// Comparing text for each of a million runs would take most of the time of a query.
  private struct QueryMatcher {
    let flows: Set<Int32>?
    private let numbers: Set<RunNumber>?
    private let phases: [Bool]
    private let key: String?
    private let keyPrefix: [UInt8]?
    private let beganFrom: Int64?
    private let beganBefore: Int64?
    private let tenant: Int32?
    private let queue: Int32?
    private let position: Int32?
    private let changedBefore: Int64?

    /// Creates a filter; returns nil if no run can match, because the store doesn't know a name.
    init?(_ query: RunQuery, _ names: NameTable) {
      flows = query.flows.map { Set($0.compactMap { names.number(of: $0) }) }
      numbers = query.numbers
      phases = RunPhase.allCases.map { phase in
        (query.states?.contains(phase.kind) ?? true)
          && (query.endings.map { endings in phase.ending.map(endings.contains) ?? false } ?? true)
      }
      key = query.key
      keyPrefix = query.keyPrefix.map { Array($0.composed.utf8) }
      beganFrom = query.beganFrom?.milliseconds
      beganBefore = query.beganBefore?.milliseconds
      tenant = query.tenant.flatMap { names.number(of: $0) }
      queue = query.queue.flatMap { names.number(of: $0) }
      position = query.position.flatMap { names.number(of: $0) }
      changedBefore = query.changedBefore?.milliseconds
      if flows?.isEmpty == true { return nil }
      if tenant == nil && query.tenant != nil || queue == nil && query.queue != nil { return nil }
      if position == nil, query.position != nil { return nil }
    }

    /// Whether the kind of a run decides if it matches.
    var dependsOnKindsOnly: Bool {
      numbers == nil && key == nil && keyPrefix == nil && tenant == nil && queue == nil && changedBefore == nil
        && beganFrom == nil && beganBefore == nil
    }

    /// Returns whether runs of a kind can match.
    func canMatch(_ kind: RunKind) -> Bool {
      phases[Int(kind.phase.rawValue)] && (flows?.contains(kind.flow) ?? true)
        && (position.map { $0 == kind.position } ?? true)
    }

    func matches(_ run: UnsafePointer<Run>) -> Bool {
      guard phases[Int(run.pointee.phase.rawValue)] else { return false }
      if let flows, !flows.contains(run.pointee.flow) { return false }
      if let tenant, run.pointee.tenant != tenant { return false }
      if let queue, run.pointee.queue != queue { return false }
      if let position, run.pointee.position != position { return false }
      if let changedBefore, run.pointee.changed >= changedBefore { return false }
      if let beganFrom, run.pointee.began < beganFrom { return false }
      if let beganBefore, run.pointee.began >= beganBefore { return false }
      if let key, run.pointee.key != key { return false }
      if let keyPrefix {
        // Most keys differ in one of the first bytes.
        guard var rest = run.pointee.key?.utf8.makeIterator() else { return false }
        for byte in keyPrefix where rest.next() != byte { return false }
      }
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
