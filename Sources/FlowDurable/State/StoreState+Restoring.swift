extension StoreState {
  /// Returns a run as a compacted journal stores it.
  func kept(_ run: Run) -> KeptRun {
    KeptRun(
      number: run.number,
      outline: .init(
        flow: names[run.flow], key: run.key, queue: names[run.queue], tenant: run.tenant < 0 ? nil : names[run.tenant],
        priority: Int(run.priority)),
      began: StoreTime(milliseconds: run.began), changed: StoreTime(milliseconds: run.changed), phase: run.phase.name,
      due: run.due == Run.never ? nil : StoreTime(milliseconds: run.due), fence: run.fence, claims: Int(run.claims),
      arrived: Int(run.arrived), position: run.position < 0 ? nil : names[run.position],
      worker: run.worker < 0 ? nil : names[run.worker], names: run.names.map { names[$0] }, reason: run.reason,
      firstRecord: Int(run.firstRecord), keys: run.messages?.keys ?? [:])
  }

  /// Adds a run from a compacted journal. Its records and messages follow.
  mutating func restore(_ kept: KeptRun) throws(Contradiction) {
    guard let phase = RunPhase(name: kept.phase) else { throw Contradiction() }
    // The first line already has the number of the next run.
    let next = nextRun
    nextRun = kept.number
    defer { nextRun = max(next, nextRun) }
    if let last = lastRun, last >= kept.number { throw Contradiction() }
    try add(kept.number, kept.outline, due: StoreTime(milliseconds: Run.never), at: kept.began, [])
    let index = try index(of: kept.number)
    table[index].changed = kept.changed.milliseconds
    table[index].fence = kept.fence
    table[index].claims = Int32(clamping: kept.claims)
    table[index].arrived = Int32(clamping: kept.arrived)
    table[index].firstRecord = Int32(clamping: kept.firstRecord)
    table[index].position = kept.position.map { names.add($0) } ?? -1
    setPhase(phase, of: index)
    table[index].worker = kept.worker.map { names.add($0) } ?? -1
    table[index].names = list(kept.names)
    table[index].reason = kept.reason
    if !kept.keys.isEmpty { table[index].messages = StoredMessages(keys: kept.keys) }
    setDue(kept.due?.milliseconds ?? Run.never, of: index, now: latest.milliseconds)
  }

  /// The number of the last run in the table.
  private var lastRun: Int? { table.last?.number }

  /// Adds a copied record.
  mutating func restoreRecord(_ number: Int, of run: Int, at place: Place) throws(Contradiction) {
    let index = try index(of: run)
    guard number == table[index].lastRecord + 1 else { throw Contradiction() }
    table[index].places.append(place)
    weight += place.weight
  }

  /// Adds a copied message.
  mutating func restoreMessage(
    _ number: Int, of run: Int, command: String?, at place: Place
  ) throws(Contradiction) {
    let index = try index(of: run)
    var messages = table[index].messages.take() ?? StoredMessages()
    guard messages.last.map({ $0 < number }) ?? true else { throw Contradiction() }
    messages.append(number, command: command, at: place)
    table[index].messages = messages
    weight += place.weight
  }

  /// Makes all held runs due, because the process that held them has ended.
  mutating func releaseAll(now: StoreTime) {
    var held: [Int] = []
    table.forEach(from: 0) { run in
      if run.phase == .held { held.append(run.number) }
      return true
    }
    for number in held {
      guard let index = table.index(of: number) else { continue }
      setPhase(.ready, of: index)
      setDue(now.milliseconds, of: index, now: now.milliseconds)
    }
  }
}

extension RunPhase {
  /// The name of the phase in a journal.
  var name: String {
    switch self {
    case .ready: "ready"
    case .held: "held"
    case .waiting: "waiting"
    case .parked: "parked"
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  init?(name: String) {
    let all: [Self] = [.ready, .held, .waiting, .parked, .completed, .failed, .cancelled]
    guard let phase = all.first(where: { $0.name == name }) else { return nil }
    self = phase
  }
}
