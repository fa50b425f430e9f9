/// A change of a store, as one line of a journal has it.
///
/// It describes what has happened, not what was requested: all times are absolute, and all decisions are made.
enum StoreTransaction: Sendable, Hashable {
  /// A run was added.
  case add(run: Int, RunOutline, due: StoreTime, at: StoreTime)
  /// Runs were claimed.
  case claim([Int], until: StoreTime, worker: String?, at: StoreTime)
  /// Records were appended to a run.
  case append(run: Int, [RecordOutline], then: Rest, at: StoreTime)
  /// A message was sent to a run.
  case send(run: Int, FlowMessage, at: StoreTime)
  /// Runs were removed.
  case forget([Int], at: StoreTime)

  /// A process has opened the store. Runs that the previous process held are due.
  case open(by: String, at: StoreTime)

  /// The length of the leases of a claim, and the worker that has them.
  struct Lease: Sendable, Hashable {
    private let length: Duration
    let worker: String?

    init(until end: StoreTime, by worker: String?, at: StoreTime) {
      length = end.duration(since: at)
      self.worker = worker
    }

    /// Returns the end of a lease that begins at a time.
    func end(at: StoreTime) -> StoreTime { at.advanced(by: length) }
  }

  /// The part of a new run that a store's state keeps.
  struct RunOutline: Sendable, Hashable {
    var flow: String
    var key: String?
    var queue = "default"
    var tenant: String?
    var priority = 0
  }

  /// The part of a record that a store's state uses.
  struct RecordOutline: Sendable, Hashable {
    var isSnapshot = false
    var position: String?
    var taken: [Int] = []
  }

  /// The state of a run after an append.
  enum Rest: Sendable, Hashable {
    /// The run stays with its worker until the time; nil if the end of the lease hasn't changed.
    case hold(until: StoreTime?)
    case release(at: StoreTime)
    /// The run is due at once, because a message arrived before its wait began.
    case ready(at: StoreTime)
    case wait(until: StoreTime?, for: [String])
    case park(String)
    case end(RunEnding)

    var isHold: Bool {
      if case .hold = self { true } else { false }
    }
  }

  /// The time of the change.
  var at: StoreTime {
    switch self {
    case .add(_, _, _, let at), .claim(_, _, _, let at), .append(_, _, _, let at), .send(_, _, let at),
      .forget(_, let at), .open(_, let at):
      at
    }
  }
}

extension StoreTransaction.RunOutline {
  /// Creates the outline of a new run, with its names as a database that compares bytes has them.
  init(_ run: NewRun) {
    let run = run.composed
    self.init(
      flow: run.flow, key: run.key, queue: run.queue, tenant: run.tenant, priority: Int(Int32(clamping: run.priority)))
  }
}

extension StoreTransaction.RecordOutline {
  init(_ record: FlowRecord) {
    if case .snapshot = record.body { isSnapshot = true }
    position = record.position
    taken = record.taken
  }
}
