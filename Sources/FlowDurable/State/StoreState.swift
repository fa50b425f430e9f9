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
  var queue = DueQueue()
  /// The number of held runs of each tenant.
  var held: [Int32: Int] = [:]
  /// The number of the next run.
  var nextRun = 1
  /// The time of the latest transaction.
  var latest = StoreTime(milliseconds: 0)

  /// The number of bytes that the store needs for all records and messages.
  var weight = 0

  init(limits: StoreLimits) {
    self.limits = limits
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

  /// Sets the phase of a run, and counts the held runs.
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
