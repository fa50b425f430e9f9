extension StoreState {
  /// The places of a run's records and messages after they were copied.
  struct NewPlaces: Sendable {
    let run: Int
    var records: [Place] = []
    var messages: [Place] = []
  }

  /// Returns all runs, in the order of their numbers.
  func allRuns() -> [Run] {
    var runs: [Run] = []
    runs.reserveCapacity(table.count)
    table.forEach(from: 0) { run in
      runs.append(run)
      return true
    }
    return runs
  }

  /// Replaces the places of all records and messages.
  mutating func move(to places: [NewPlaces]) {
    weight = 0
    for places in places {
      guard let index = table.index(of: places.run) else { continue }
      table[index].places = places.records
      if var messages = table[index].messages.take() {
        messages.move(to: places.messages)
        table[index].messages = messages
      }
      weight += (places.records + places.messages).reduce(0) { $0 + $1.weight }
    }
  }
}
