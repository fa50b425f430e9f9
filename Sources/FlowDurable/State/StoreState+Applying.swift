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
    guard !table[index].phase.hasEnded, table[index].arrived < .max, let place = places.first else {
      throw Contradiction()
    }
    weight += place.weight
    table[index].arrived += 1
    let arrival = Int(table[index].arrived)
    var messages = table[index].messages.take() ?? StoredMessages()
    messages.append(arrival, command: message.isCommand ? message.content : nil, at: place)
    if let key = message.key {
      messages.keys[key] = arrival
      // Drop the oldest keys, so that a run that loops for years stays small.
      if messages.keys.count > 2 * limits.messages {
        messages.keys = messages.keys.filter { $0.value > arrival - limits.messages }
      }
    }
    table[index].messages = messages
    guard wakes(message, table[index]) else { return }
    if table[index].phase == .parked { table[index].claims = 0 }
    setPhase(.ready, of: index)
    setDue(min(at.milliseconds, table[index].due), of: index, now: at.milliseconds)
    table[index].changed = at.milliseconds
  }

  /// Returns whether a message makes a run due. A held run isn't woken: its worker receives the message with its next
  /// append.
  private func wakes(_ message: FlowMessage, _ run: Run) -> Bool {
    switch run.phase {
    case .held, .completed, .failed, .cancelled: return false
    case .ready, .parked: return message.isCommand
    case .waiting:
      guard case .message(let name, _) = message.content else { return true }
      return names.number(of: name).map(run.names.contains) ?? false
    }
  }

  mutating func forget(_ number: Int) throws(Contradiction) {
    let run = table[try index(of: number)]
    guard run.phase.hasEnded else { throw Contradiction() }
    if let key = run.key { numbers[Key(flow: run.flow, text: key)] = nil }
    weight -= run.places.reduce(0) { $0 + $1.weight }
    table.remove(number)
  }
}
