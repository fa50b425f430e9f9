import FlowDurable

/// A model of a store, as simple as possible: it uses lists, and no data structures for speed.
struct StoreModel {
  struct Run {
    var summary: RunSummary
    var due: StoreTime?
    var records: [FlowRecord]
    var messages: [ReceivedMessage] = []
    var keys: Set<String> = []
    var arrived = 0
    var fence = 0

    var isHeld: Bool { summary.state.kind == .held }
    var hasEnded: Bool { summary.state.kind == .ended }
  }

  let limits = StoreLimits()
  var runs: [Run] = []
  var nextNumber = 1
  /// The flows and keys of removed runs.
  var usedKeys: Set<[String]> = []

  func index(of number: RunNumber) -> Int? { runs.firstIndex { $0.summary.number == number } }

  mutating func add(_ new: NewRun, now: StoreTime) -> (run: RunNumber, isNew: Bool) {
    if let key = new.key, let run = runs.first(where: { $0.summary.flow == new.flow && $0.summary.key == key }) {
      return (run.summary.number, false)
    }
    let number = RunNumber(rawValue: nextNumber)
    nextNumber += 1
    let due = now.advanced(by: new.delay)
    var began = FlowRecord.Began(new)
    began.reusesKey = new.key.map { usedKeys.contains([new.flow, $0]) } ?? false
    var record = FlowRecord(.began(began))
    record.others = new.others
    record.number = 1
    record.at = now
    runs.append(
      Run(
        summary: RunSummary(
          number: number, flow: new.flow, key: new.key, queue: new.queue, tenant: new.tenant, priority: new.priority,
          state: .ready(due), position: nil, attempts: 0, lastRecord: 1, waitingMessages: 0, began: now, changed: now),
        due: due, records: [record]))
    return (number, true)
  }

  /// Marks that a removed run had the key of a run. A store may say so of other keys, too, because it keeps the keys in constant space.
  mutating func takeForUsed(keyOf number: RunNumber) {
    guard let index = index(of: number), case .began(var began) = runs[index].records[0].body else { return }
    began.reusesKey = true
    runs[index].records[0].body = .began(began)
  }

  mutating func claim(_ request: ClaimRequest, now: StoreTime) -> [ClaimedRun] {
    var claimed: [ClaimedRun] = []
    var picked: [Int] = []
    let held = runs.filter(\.isHeld)
    while picked.count < request.limit, let index = next(request, held, picked, now: now) {
      if runs[index].summary.attempts >= limits.attempts {
        park(index, now: now)
      } else {
        picked.append(index)
      }
    }
    for index in picked {
      let end = now.advanced(by: request.lease)
      runs[index].fence += 1
      runs[index].summary.attempts += 1
      runs[index].summary.state = .held(until: end, by: request.worker)
      runs[index].due = end
      let run = runs[index]
      claimed.append(
        ClaimedRun(
          run: run.summary.number, flow: run.summary.flow, key: run.summary.key, queue: run.summary.queue,
          tenant: run.summary.tenant, priority: run.summary.priority, fence: run.fence, attempt: run.summary.attempts,
          now: now, leaseEnds: end, records: run.records, messages: run.messages, seen: run.arrived))
    }
    return claimed
  }

  /// Returns the index of the next run that a claim takes.
  private func next(_ request: ClaimRequest, _ held: [Run], _ picked: [Int], now: StoreTime) -> Int? {
    func load(_ tenant: String?) -> Int {
      held.count { $0.summary.tenant == tenant } + picked.count { runs[$0].summary.tenant == tenant }
    }
    let due = runs.indices.filter { index in
      let run = runs[index]
      return request.flows.contains(run.summary.flow) && run.summary.queue == request.queue
        && run.due.map { $0 <= now } ?? false && !picked.contains(index)
    }
    return due.min { left, right in
      let (one, other) = (runs[left], runs[right])
      if one.summary.priority != other.summary.priority { return one.summary.priority > other.summary.priority }
      let (load, otherLoad) = (load(one.summary.tenant), load(other.summary.tenant))
      if load != otherLoad { return load < otherLoad }
      return (one.due ?? now, one.summary.number) < (other.due ?? now, other.summary.number)
    }
  }

  private mutating func park(_ index: Int, now: StoreTime) {
    let place = runs[index].summary.position.map { "at step '\($0)'" } ?? "at the start"
    let reason =
      "Claimed \(runs[index].summary.attempts) times without a record, \(place). "
      + "Its workers have died, or lost their leases."
    keep([FlowRecord(.parked(.init(reason)))], index, now: now)
    rest(.park(reason), index, now: now)
  }

  mutating func append(
    _ records: [FlowRecord], to claimed: ClaimedRun, then disposition: RunDisposition, now: StoreTime
  ) throws(StoreError) -> RunInbox {
    guard let index = index(of: claimed.run), runs[index].fence == claimed.fence, runs[index].isHeld else {
      throw .leaseLost(claimed.run)
    }
    var records = records
    if case .wait(let end, _) = disposition {
      for place in records.indices {
        guard case .waiting(var waiting) = records[place].body, waiting.due == nil else { continue }
        waiting.due = time(of: end, now: now)
        records[place].body = .waiting(waiting)
      }
    }
    keep(records, index, now: now)
    let sleeps =
      switch disposition {
      case .wait, .park: true
      case .hold, .release, .end: false
      }
    if sleeps, runs[index].arrived > claimed.seen {
      runs[index].summary.attempts = 0
      runs[index].summary.state = .ready(now)
      runs[index].summary.changed = now
      runs[index].due = now
    } else {
      rest(disposition, index, now: now)
    }
    runs[index].summary.waitingMessages = runs[index].messages.count
    let run = runs[index]
    return RunInbox(
      messages: run.messages.filter { $0.number > claimed.seen }, arrived: run.arrived, now: now,
      leaseEnds: run.isHeld ? run.due : nil, lastRecord: run.summary.lastRecord)
  }

  private mutating func keep(_ records: [FlowRecord], _ index: Int, now: StoreTime) {
    for var record in records {
      runs[index].summary.lastRecord += 1
      record.number = runs[index].summary.lastRecord
      record.at = now
      if case .snapshot = record.body { runs[index].records = [] }
      runs[index].records.append(record)
      runs[index].summary.position = record.position ?? runs[index].summary.position
      runs[index].messages.removeAll { record.taken.contains($0.number) }
    }
    guard !records.isEmpty else { return }
    runs[index].summary.attempts = 0
    runs[index].summary.changed = now
  }

  private func time(of end: WaitEnd, now: StoreTime) -> StoreTime? {
    switch end {
    case .never: nil
    case .after(let duration): now.advanced(by: duration)
    case .at(let time): time
    }
  }

  private mutating func rest(_ disposition: RunDisposition, _ index: Int, now: StoreTime) {
    switch disposition {
    case .hold(let lease):
      guard case .held(_, let worker) = runs[index].summary.state else { return }
      let end = now.advanced(by: lease)
      runs[index].summary.state = .held(until: end, by: worker)
      runs[index].due = end
      return
    case .release(let delay):
      runs[index].summary.attempts = max(0, runs[index].summary.attempts - 1)
      runs[index].summary.state = .ready(now.advanced(by: delay))
      runs[index].due = now.advanced(by: delay)
      runs[index].summary.changed = now
      return
    case .wait(let end, let names):
      runs[index].due = time(of: end, now: now)
      runs[index].summary.state = .waiting(until: runs[index].due, for: names)
    case .park(let reason):
      runs[index].due = nil
      runs[index].summary.state = .parked(reason)
    case .end(let ending):
      runs[index].due = nil
      runs[index].messages = []
      runs[index].summary.state = .ended(ending)
    }
    runs[index].summary.attempts = 0
    runs[index].summary.changed = now
    runs[index].summary.waitingMessages = runs[index].messages.count
  }

  mutating func send(
    _ message: FlowMessage, to number: RunNumber, now: StoreTime
  ) throws(StoreError) -> MessageDelivery {
    guard let index = index(of: number) else { throw .unknownRun(number) }
    if let key = message.key, runs[index].keys.contains(key) { return .duplicate }
    switch (runs[index].summary.state, message.content) {
    case (.ended(.failed), .cancel), (.ended(.failed), .back), (.ended(.failed), .retry), (.ended(.cancelled), .back),
      (.ended(.cancelled), .retry):
      break
    case (.ended, _): throw .runEnded(number)
    default: break
    }
    if let answer = message.answering {
      let summary = runs[index].summary
      if summary.state.kind != .waiting || summary.lastRecord != answer.record { return .tooLate }
    }
    if let command = message.content.commandName,
      runs[index].messages.contains(where: { $0.message.content.commandName == command })
    {
      if runs[index].summary.state.kind == .parked { wake(index, now) }
      return .duplicate
    }
    if let key = message.key { runs[index].keys.insert(key) }
    runs[index].arrived += 1
    runs[index].messages.append(ReceivedMessage(number: runs[index].arrived, at: now, message: message))
    runs[index].summary.waitingMessages += 1
    if message.isCommand, message.content != .touch { runs[index].summary.attempts = 0 }
    if wakes(message, runs[index]) { wake(index, now) }
    return .delivered(runs[index].arrived)
  }

  private mutating func wake(_ index: Int, _ now: StoreTime) {
    let due = runs[index].due.map { min($0, now) } ?? now
    runs[index].due = due
    runs[index].summary.state = .ready(due)
    runs[index].summary.changed = now
  }

  private func wakes(_ message: FlowMessage, _ run: Run) -> Bool {
    switch (run.summary.state, message.content) {
    case (.held, _): false
    case (.waiting(_, let names), .message(let name, _)): message.answering != nil || names.contains(name)
    case (.ended, _), (.waiting, _): true
    case (.ready, _), (.parked, _): message.isCommand
    }
  }

  func list(_ query: RunQuery, after number: RunNumber?, limit: Int) -> [RunSummary] {
    var ordered = runs.map(\.summary)
    if query.order != .number {
      ordered.sort { ($0.rank(by: query.order), $0.number) < ($1.rank(by: query.order), $1.number) }
    }
    if query.newestFirst { ordered.reverse() }
    if let number {
      if query.order == .number {
        ordered.removeAll { query.newestFirst ? $0.number >= number : $0.number <= number }
      } else if let place = ordered.firstIndex(where: { $0.number == number }) {
        ordered.removeFirst(place + 1)
      }
    }
    let found = ordered.filter { run in
      (query.numbers?.contains(run.number) ?? true) && (query.flows?.contains(run.flow) ?? true)
        && (query.states?.contains(run.state.kind) ?? true) && (query.key.map { $0 == run.key } ?? true)
        && (query.tenant.map { $0 == run.tenant } ?? true) && (query.queue.map { $0 == run.queue } ?? true)
        && (query.endings.map { endings in run.state.ending.map(endings.contains) ?? false } ?? true)
        && (query.keyPrefix.map { run.key?.utf8.starts(with: $0.utf8) ?? false } ?? true)
        && (query.beganFrom.map { $0 <= run.began } ?? true) && (query.beganBefore.map { run.began < $0 } ?? true)
        && (query.position.map { $0 == run.position } ?? true) && (query.changedBefore.map { run.changed < $0 } ?? true)
    }
    return Array(found.prefix(limit))
  }

  func counts(_ query: RunQuery) -> [RunCount] {
    var counts: [RunCount] = []
    for run in list(query, after: nil, limit: .max) {
      var (time, due): (StoreTime, StoreTime?) = (run.changed, nil)
      switch run.state {
      case .ready(let at): (time, due) = (at, at)
      case .held(let until, _): due = until
      case .waiting(let until, _): due = until
      case .parked, .ended: break
      }
      let place = counts.firstIndex {
        $0.flow == run.flow && $0.position == run.position && $0.state == run.state.kind
          && $0.ending == run.state.ending
      }
      guard let place else {
        counts.append(
          RunCount(
            flow: run.flow, position: run.position, state: run.state.kind, ending: run.state.ending, runs: 1,
            oldest: time, due: due))
        continue
      }
      counts[place].runs += 1
      counts[place].oldest = min(counts[place].oldest, time)
      if let due { counts[place].due = min(counts[place].due ?? due, due) }
    }
    return counts
  }

  mutating func forget(endedBefore time: StoreTime, limit: Int) -> Int {
    let removed = runs.filter { $0.hasEnded && $0.summary.changed < time }.prefix(limit).map(\.summary)
    for run in removed { if let key = run.key { usedKeys.insert([run.flow, key]) } }
    let numbers = removed.map(\.number)
    runs.removeAll { numbers.contains($0.summary.number) }
    return numbers.count
  }

  /// The numbers of the runs that a worker holds.
  var heldRuns: Set<RunNumber> { Set(runs.filter(\.isHeld).map(\.summary.number)) }

  /// Ends the process, and with it the leases of some held runs.
  mutating func reopen(now: StoreTime, ready: Set<RunNumber>) {
    for index in runs.indices where runs[index].isHeld && ready.contains(runs[index].summary.number) {
      runs[index].summary.state = .ready(now)
      runs[index].due = now
    }
  }
}

extension RunState {
  /// The way in which the run has ended; nil if it hasn't.
  fileprivate var ending: RunEnding? {
    if case .ended(let ending) = self { ending } else { nil }
  }
}

extension RunSummary {
  /// The value by which a run is sorted. Names of workers have at most a few letters here.
  fileprivate func rank(by order: RunOrder) -> Int64 {
    switch order {
    case .number: return 0
    case .changed: return changed.milliseconds
    case .duration: return changed.milliseconds - began.milliseconds
    case .attempts: return Int64(attempts)
    case .worker:
      guard case .held(_, let worker?) = state else { return -1 }
      return worker.utf8.prefix(7).reduce(0) { $0 << 8 | Int64($1) } << (8 * Int64(7 - min(7, worker.utf8.count)))
    }
  }
}
