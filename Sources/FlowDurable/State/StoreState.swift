/// The place of a record or a message in a store.
protocol StorePlace: Sendable {
  /// The number of bytes that the store needs for the record or message.
  var weight: Int { get }
}

extension [UInt8]: StorePlace {
  var weight: Int { count }
}

/// All runs of a store. A value without a lock, a file, or a clock.
///
/// For each call, a store lets the state decide the change, keeps the resulting ``StoreTransaction``, and applies it.
/// When a journal is opened, it applies the transactions of its lines. `Place` is the place where the store keeps a
/// record: in memory or in a file.
struct StoreState<Place: StorePlace>: Sendable {
  typealias Run = StoredRun<Place>

  /// The error for a stored transaction that contradicts the ones before it.
  struct Contradiction: Error {}

  /// The flow and key of a run, for finding the run by its key.
  struct Key: Hashable, Sendable {
    let flow: Int32
    let text: String
  }

  let limits: StoreLimits
  var names = NameTable()
  /// The lists of names that runs wait for. Runs that wait for the same names share an array.
  private var nameLists: [[Int32]: [Int32]] = [:]
  var table = RunTable<Place>()
  var numbers: [Key: Int] = [:]
  /// The keys of removed runs.
  var usedKeys = UsedKeys()
  var queue = DueQueue()
  /// The number of held runs of each tenant.
  var held: [Int32: Int] = [:]
  /// The number of the next run.
  var nextRun = 1
  /// The time of the latest transaction.
  var latest = StoreTime(milliseconds: 0)
  /// The lease of the latest claim; nil if the process hasn't claimed runs.
  var lease: StoreTransaction.Lease?
  /// The time that has passed for ended runs.
  var passed = PassedTime()
  /// Whether the store's clock can jump. If so, ended runs are kept until their time has passed.
  var canJump = false

  /// The runs with their places in another file, until they are moved there; nil if no file was replaced.
  var moves: RunTable<Place>?
  /// The number of bytes that the store needs for all records and messages.
  var weight = 0
  /// Whether runs that become due are added to the queue. Replaying a journal makes each run due several times.
  var isQueueing: Bool

  init(limits: StoreLimits, isQueueing: Bool = true) {
    self.limits = limits
    self.isQueueing = isQueueing
  }

  /// The earliest time at which a run will become due. It can be too early, but never too late.
  var nextTimer: StoreTime? { queue.timers.first.map { StoreTime(milliseconds: $0.due) } }

  /// Applies a transaction.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - places: The places of the transaction's records or of its message.
  /// - Throws: A contradiction of earlier transactions.
  mutating func apply(_ transaction: StoreTransaction, at places: [Place]) throws(Contradiction) {
    latest = max(latest, transaction.at)
    passed.see(transaction.at)
    if moves != nil { moveNow(transaction.movedRuns) }
    switch transaction {
    case .add(let run, let began, let due, let at): try add(run, began, due: due, at: at, places)
    case .claim(let runs, let until, let worker, let at):
      for run in runs { try claim(run, until: until, worker: worker, at: at) }
      lease = StoreTransaction.Lease(until: until, by: worker, at: at)
    case .append(let run, let records, let rest, let at): try append(records, to: run, places, then: rest, at: at)
    case .send(let run, let message, let at): try receive(message, in: run, places, at: at)
    case .forget(let runs, _): for run in runs { try forget(run) }
    case .open(_, let at):
      releaseAll(now: at)
      lease = nil
    }
  }

  /// Returns the numbers of names, in an array that runs can share.
  mutating func list(_ list: [String]) -> [Int32] {
    let numbers = list.map { names.add($0) }
    if let shared = nameLists[numbers] { return shared }
    nameLists[numbers] = numbers
    return numbers
  }

  /// Sets the time at which a run is due, and adds it to the queue or the timers.
  mutating func setDue(_ due: Int64, of index: RunTable<Place>.Index, now: Int64) {
    table[index].due = due
    guard due != Run.never, isQueueing else { return }
    if due <= now {
      let run = table[index]
      queue.add(
        run.number, due: due, to: .init(queue: run.queue, flow: run.flow),
        .init(priority: run.priority, tenant: run.tenant))
    } else if due < table[index].scheduled {
      // An earlier timer schedules the run again when it fires.
      table[index].scheduled = due
      queue.schedule(table[index].number, at: due)
    }
  }

  /// Sets the phase of a run, and counts the held runs.
  mutating func setPhase(_ phase: RunPhase, of index: RunTable<Place>.Index) {
    let old = table[index].phase
    guard old != phase else { return }
    table[index].phase = phase
    if old == .held { held[table[index].tenant, default: 1] -= 1 }
    if phase == .held { held[table[index].tenant, default: 0] += 1 }
    if phase != .held { table[index].worker = -1 }
    if phase != .waiting { table[index].names = [] }
    if phase != .parked { table[index].reason = nil }
  }

  func index(of number: Int) throws(Contradiction) -> RunTable<Place>.Index {
    guard let index = table.index(of: number) else { throw Contradiction() }
    return index
  }
}

extension StoreState {
  mutating func add(
    _ number: Int, _ began: StoreTransaction.RunOutline, due: StoreTime, at: StoreTime, _ places: [Place]
  ) throws(Contradiction) {
    guard number >= nextRun else { throw Contradiction() }
    let flow = names.add(began.flow)
    if let key = began.key {
      let key = Key(flow: flow, text: key)
      guard numbers[key] == nil else { throw Contradiction() }
      numbers[key] = number
    }
    nextRun = number + 1
    weight += places.reduce(0) { $0 + $1.weight }
    table.append(
      Run(
        number: number, key: began.key, began: at.milliseconds, changed: at.milliseconds, due: Run.never, flow: flow,
        queue: names.add(began.queue), tenant: began.tenant.map { names.add($0) } ?? -1,
        priority: Int32(clamping: began.priority), places: places))
    setDue(due.milliseconds, of: try index(of: number), now: at.milliseconds)
  }

  mutating func claim(_ number: Int, until: StoreTime, worker: String?, at: StoreTime) throws(Contradiction) {
    let index = try index(of: number)
    guard !table[index].phase.hasEnded, table[index].claims < .max else { throw Contradiction() }
    setPhase(.held, of: index)
    table[index].fence += 1
    table[index].claims += 1
    table[index].worker = worker.map { names.add($0) } ?? -1
    setDue(until.milliseconds, of: index, now: at.milliseconds)
  }

  mutating func append(
    _ records: [StoreTransaction.RecordOutline], to number: Int, _ places: [Place], then rest: StoreTransaction.Rest,
    at: StoreTime
  ) throws(Contradiction) {
    let index = try index(of: number)
    guard !table[index].phase.hasEnded, places.count == records.count else { throw Contradiction() }
    for (record, place) in zip(records, places) {
      if record.isSnapshot {
        weight -= table[index].places.reduce(0) { $0 + $1.weight }
        table[index].firstRecord = Int32(clamping: table[index].lastRecord + 1)
        // A new array releases the memory of the old records.
        table[index].places = [place]
      } else {
        table[index].places.append(place)
      }
      if let position = record.position { table[index].position = names.add(position) }
      if !record.taken.isEmpty { drop(record.taken, of: index) }
    }
    weight += places.reduce(0) { $0 + $1.weight }
    if !records.isEmpty { table[index].claims = 0 }
    // A heartbeat changes nothing that a journal must keep.
    if !records.isEmpty || !rest.isHold { table[index].changed = at.milliseconds }
    try settle(index, rest, at: at)
  }

  /// Drops messages with some numbers.
  private mutating func drop(_ numbers: [Int], of index: RunTable<Place>.Index) {
    guard var messages = table[index].messages.take() else { return }
    for number in numbers {
      if let place = messages.remove(number) { weight -= place.weight }
    }
    table[index].messages = messages
  }

  /// Drops all messages.
  private mutating func dropAll(of index: RunTable<Place>.Index) {
    guard var messages = table[index].messages.take() else { return }
    weight -= messages.all().reduce(0) { $0 + $1.place.weight }
    messages.removeAll()
    table[index].messages = messages
  }

  /// Applies the disposition of a run after an append.
  private mutating func settle(
    _ index: RunTable<Place>.Index, _ rest: StoreTransaction.Rest, at: StoreTime
  ) throws(Contradiction) {
    let now = at.milliseconds
    switch rest {
    case .hold(let until): if let until { setDue(until.milliseconds, of: index, now: now) }
    case .release(let due):
      table[index].claims = max(0, table[index].claims - 1)
      setPhase(.ready, of: index)
      setDue(due.milliseconds, of: index, now: now)
    case .ready(let due):
      table[index].claims = 0
      setPhase(.ready, of: index)
      setDue(due.milliseconds, of: index, now: now)
    case .wait(let until, let awaited):
      table[index].claims = 0
      setPhase(.waiting, of: index)
      table[index].names = list(awaited)
      setDue(until?.milliseconds ?? Run.never, of: index, now: now)
    case .park(let reason):
      table[index].claims = 0
      setPhase(.parked, of: index)
      table[index].reason = reason
      setDue(Run.never, of: index, now: now)
    case .end(let ending):
      table[index].claims = 0
      setPhase(.init(ending), of: index)
      dropAll(of: index)
      setDue(Run.never, of: index, now: now)
    }
  }

  mutating func receive(
    _ message: FlowMessage, in number: Int, _ places: [Place], at: StoreTime
  ) throws(Contradiction) {
    let index = try index(of: number)
    let phase = table[index].phase
    guard !phase.hasEnded || phase.accepts(message), table[index].arrived < .max, let place = places.first else {
      throw Contradiction()
    }
    weight += place.weight
    table[index].arrived += 1
    let arrival = Int(table[index].arrived)
    var messages = table[index].messages.take() ?? StoredMessages()
    messages.append(arrival, command: message.content.commandName, at: place)
    if let key = message.key {
      messages.keys[key] = arrival
      // Drop the oldest keys, so that a run that loops for years stays small. At most two thirds stay, so this is seldom.
      if (messages.keys.count - 1) / 3 >= limits.messages {
        messages.keys = messages.keys.filter { $0.value > arrival - limits.messages || messages.isWaiting($0.value) }
      }
    }
    table[index].messages = messages
    // A worker must be able to take the command before the run is parked.
    if message.isDecision { table[index].claims = 0 }
    guard wakes(message, table[index]) else { return }
    setPhase(.ready, of: index)
    setDue(min(at.milliseconds, table[index].due), of: index, now: at.milliseconds)
    table[index].changed = at.milliseconds
  }

  /// Returns whether a message makes a run due. A held run isn't woken: its worker receives the message with its next
  /// append.
  private func wakes(_ message: FlowMessage, _ run: Run) -> Bool {
    switch run.phase {
    case .held, .completed: return false
    case .ready, .parked, .failed, .cancelled: return message.isCommand
    case .waiting:
      guard case .message(let name, _) = message.content, message.answering == nil else { return true }
      return names.number(of: name).map(run.names.contains) ?? false
    }
  }

  mutating func forget(_ number: Int) throws(Contradiction) {
    let run = table[try index(of: number)]
    guard run.phase.hasEnded else { throw Contradiction() }
    if let key = run.key {
      numbers[Key(flow: run.flow, text: key)] = nil
      usedKeys.add(key, of: names[run.flow])
    }
    weight -= run.places.reduce(0) { $0 + $1.weight }
    table.remove(number)
  }
}
