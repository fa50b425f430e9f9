extension StoreState {
  /// The places of a run's records and messages after they were copied.
  struct NewPlaces: Sendable {
    let run: Int
    var records: [Place] = []
    var messages: [Place] = []
  }

  /// The numbers of all runs, in order.
  var runNumbers: [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(table.count)
    table.forEach(from: 0) { run in
      numbers.append(run.number)
      return true
    }
    return numbers
  }

  /// Returns the state without the data that only the claims and additions of runs need.
  func withoutQueue() -> StoreState {
    var state = self
    state.isQueueing = false
    state.queue = DueQueue()
    // Otherwise, adding a run would copy the keys of all runs.
    state.numbers = [:]
    return state
  }

  /// Adds all runs to the queue, after a journal was replayed.
  mutating func queueRuns(now: StoreTime) {
    isQueueing = true
    for number in runNumbers {
      guard let index = table.index(of: number) else { continue }
      setDue(table[index].due, of: index, now: now.milliseconds)
    }
  }

  /// Replaces the places of the records and messages of runs.
  mutating func move(to places: [NewPlaces]) {
    for places in places {
      guard let index = table.index(of: places.run) else { continue }
      table[index].places = places.records
      guard var messages = table[index].messages.take() else { continue }
      messages.move(to: places.messages)
      table[index].messages = messages
    }
  }

  /// Begins to replace all places by those of another state with the same runs, records, and messages.
  ///
  /// The runs are moved a few at a time, by ``moveNext(_:)``, and earlier if a transaction changes them.
  mutating func beginMoving(to other: StoreState) {
    moves = other.table
  }

  /// Moves the next runs.
  ///
  /// - Parameter limit: About the number of runs.
  /// - Returns: Whether runs remain that aren't moved.
  mutating func moveNext(_ limit: Int) -> Bool {
    var count = 0
    while count < limit, let runs = moves?.removeLastRuns() {
      for run in runs { move(to: run) }
      count += runs.count
    }
    if moves?.count == 0 { moves = nil }
    return moves != nil
  }

  /// Moves some runs, unless they have been moved.
  mutating func moveNow(_ runs: [Int]) {
    for number in runs {
      guard let index = moves?.index(of: number), let run = moves?[index] else { continue }
      moves?.remove(number)
      move(to: run)
    }
  }

  /// Returns a run with the places of the new file.
  func moved(_ run: Run) -> Run {
    guard let moves, let index = moves.index(of: run.number) else { return run }
    var moved = run
    (moved.places, moved.messages) = (moves[index].places, moves[index].messages)
    return moved
  }

  private mutating func move(to run: Run) {
    guard let index = table.index(of: run.number) else { return }
    weight += Self.weight(of: run) - Self.weight(of: table[index])
    table[index].places = run.places
    table[index].messages = run.messages
  }

  private static func weight(of run: Run) -> Int {
    run.places.reduce(0) { $0 + $1.weight } + (run.messages?.all().reduce(0) { $0 + $1.place.weight } ?? 0)
  }

  /// Returns the first run whose number is at least a number.
  func firstRun(from number: Int) -> Run? {
    var first: Run?
    table.forEach(from: number) { run in
      first = run
      return false
    }
    return first
  }

  /// Returns whether another state has the same runs with as many records and messages.
  ///
  /// - Parameters:
  ///   - other: The other state.
  ///   - number: The number of the run at which to begin.
  ///   - limit: The number of runs to compare.
  /// - Returns: Whether they are the same, and the number at which to continue; nil if all runs were compared.
  func hasSameRecords(as other: StoreState, from number: Int, limit: Int) -> (isSame: Bool, next: Int?) {
    guard table.count == other.table.count else { return (false, nil) }
    var (isSame, next, count) = (true, Int?.none, 0)
    other.table.forEach(from: number) { run in
      guard count < limit else {
        next = run.number
        return false
      }
      count += 1
      guard let index = table.index(of: run.number) else {
        isSame = false
        return false
      }
      let own = table[index]
      isSame =
        own.firstRecord == run.firstRecord && own.places.count == run.places.count
        && own.messages?.count ?? 0 == run.messages?.count ?? 0
      return isSame
    }
    return (isSame, next)
  }
}

extension StoreTransaction {
  /// The numbers of the runs whose records or messages the transaction changes.
  var movedRuns: [Int] {
    switch self {
    case .append(let run, _, _, _), .send(let run, _, _): [run]
    case .forget(let runs, _): runs
    case .add, .claim, .open: []
    }
  }
}
