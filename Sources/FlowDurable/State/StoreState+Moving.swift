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

  /// Replaces all places by those of another state with the same runs, records, and messages.
  ///
  /// - Parameter other: The other state.
  /// - Returns: Whether the states have the same runs. Otherwise, nothing has changed.
  mutating func move(to other: StoreState) -> Bool {
    guard hasSameRecords(as: other) else { return false }
    other.table.forEach(from: 0) { run in
      guard let index = table.index(of: run.number) else { return true }
      table[index].places = run.places
      table[index].messages = run.messages
      return true
    }
    weight = 0
    table.forEach(from: 0) { run in
      weight += run.places.reduce(0) { $0 + $1.weight }
      weight += run.messages?.all().reduce(0) { $0 + $1.place.weight } ?? 0
      return true
    }
    return true
  }

  /// Returns whether another state has the same runs with as many records and messages.
  func hasSameRecords(as other: StoreState) -> Bool {
    guard table.count == other.table.count else { return false }
    var isSame = true
    other.table.forEach(from: 0) { run in
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
    return isSame
  }
}
