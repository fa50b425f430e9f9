import FlowDurable

/// An append in the form in which it is sent to the server.
struct PreparedAppend: Sendable {
  let kind: AppendStatement
  let parameters: [PostgresParameter]
  let token: Int

  /// - Throws: A ``StoreError`` about a value that is too large.
  init(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition, token: Int, _ limits: StoreLimits
  ) throws(StoreError) {
    self.token = token
    var bodies: [[UInt8]] = []
    for record in records { bodies.append(try record.encoded(within: limits)) }
    var kept = 0
    var position: String?
    var taken = Set<Int>()
    for (place, record) in records.enumerated() {
      if case .snapshot = record.body { kept = place }
      position = record.position ?? position
      taken.formUnion(record.taken)
    }
    let hasSnapshot = records.contains { if case .snapshot = $0.body { true } else { false } }
    if hasSnapshot { bodies.removeFirst(kept) }
    let isOne = records.count == 1 && !hasSnapshot
    let rest = Rest(disposition)
    // All messages of an ended run are removed. A run without messages needs no search for them.
    let takes: AppendStatement.Taking = rest.hasEnded && run.seen > 0 ? .seen : taken.isEmpty ? .none : .some
    let kind = AppendStatement(
      holds: disposition.isHold, takes: takes, records: isOne ? .one : hasSnapshot ? .snapshot : .some)
    self.kind = kind
    parameters = kind.parameters.map { parameter in
      switch parameter {
      case .run: .integer(run.run.rawValue)
      case .fence: .integer(run.fence)
      case .token: .integer(token)
      case .bodies: isOne ? .utf8(bodies[0]) : .texts(utf8: bodies)
      case .count: .integer(records.count)
      case .position: .text(position?.withoutZeros.composed)
      case .duration: .integer(rest.milliseconds)
      case .state: .text(rest.state)
      case .end: .integer(rest.end.map { Int($0.milliseconds) })
      case .names: .texts(rest.names.map(\.withoutZeros.composed))
      case .note: .text(rest.note?.withoutZeros)
      case .seen: .integer(run.seen)
      case .taken: .integers(taken.sorted())
      }
    }
  }
}

/// The state of a run after an append, in the server's terms.
private struct Rest {
  let state: String
  var milliseconds: Int?
  var end: StoreTime?
  var names: [String] = []
  var note: String?
  var hasEnded = false

  init(_ disposition: RunDisposition) {
    switch disposition {
    case .hold(let lease): (state, milliseconds) = ("held", lease.storeMilliseconds)
    case .release(let delay): (state, milliseconds) = ("ready", delay.storeMilliseconds)
    case .wait(let end, let names):
      (state, self.names) = ("waiting", names)
      switch end {
      case .never: break
      case .after(let duration): milliseconds = duration.storeMilliseconds
      case .at(let time): self.end = time
      }
    case .park(let reason): (state, note) = ("parked", reason)
    case .end(let ending): (state, hasEnded) = (ending.rawValue, true)
    }
  }
}
