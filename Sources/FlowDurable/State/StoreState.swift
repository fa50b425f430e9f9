/// Where a store keeps a record or a message.
protocol StorePlace: Sendable {
  /// The number of bytes that the store needs for it.
  var weight: Int { get }
}

extension [UInt8]: StorePlace {
  var weight: Int { count }
}

/// All runs of a store: a value without a lock, a file or a clock.
///
/// A store asks it to decide what a call changes, keeps the ``StoreTransaction``, and applies it. A journal that is opened applies
/// the transactions of its lines. `Place` is where the store keeps a record: in memory or in a file.
struct StoreState<Place: StorePlace>: Sendable {
  typealias Run = StoredRun<Place>

  /// A stored transaction that contradicts the ones before it.
  struct Contradiction: Error {}

  /// The name of a run, for finding it by its key.
  struct Key: Hashable, Sendable {
    let flow: Int32
    let text: String
  }

  let limits: StoreLimits
  var names = NameTable()
  var table = RunTable<Place>()
  var numbers: [Key: Int] = [:]
  var queue = DueQueue()
  /// The number of held runs of each tenant.
  var held: [Int32: Int] = [:]
  /// The number that the next run gets.
  var nextRun = 1
  /// The time of the latest transaction.
  var latest = StoreTime(milliseconds: 0)

  /// The size of all that the runs need.
  var weight = 0

  init(limits: StoreLimits) {
    self.limits = limits
  }

  /// The earliest time at which a run will become due. It may be too early, never too late.
  var nextTimer: StoreTime? { queue.timers.first.map { StoreTime(milliseconds: $0.due) } }

  /// Applies a transaction.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - places: Where the store keeps the records of the transaction, or its message.
  /// - Throws: A contradiction to the transactions before.
  mutating func apply(_ transaction: StoreTransaction, at places: [Place]) throws(Contradiction) {
    latest = max(latest, transaction.at)
    switch transaction {
    case .add(let run, let began, let due, let at): try add(run, began, due: due, at: at, places)
    case .claim(let runs, let until, let worker, let at):
      for run in runs { try claim(run, until: until, worker: worker, at: at) }
    case .append(let run, let records, let rest, let at): try append(records, to: run, places, then: rest, at: at)
    case .send(let run, let message, let at): try receive(message, in: run, places, at: at)
    case .forget(let runs, _): for run in runs { try forget(run) }
    case .open(_, let at): releaseAll(now: at)
    }
  }

  /// Sets when a run is due, and remembers it for the claims.
  mutating func setDue(_ due: Int64, of index: RunTable<Place>.Index, now: Int64) {
    table[index].due = due
    guard due != Run.never else { return }
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

  /// Sets the state of a run, and counts the held runs.
  mutating func setPhase(_ phase: Run.Phase, of index: RunTable<Place>.Index) {
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
