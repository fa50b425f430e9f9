/// The events that can happen, in the order of their registration.
struct PendingEvents {
  struct Event: Sendable {
    let id: Int
    let name: String
    /// The number of the event among those of its name, counted from 1.
    let occurrence: Int
    /// The names of the ways in which the event can happen; empty if there is only one way.
    let ways: [String]
    /// A Boolean value that indicates whether a schedule can end without the event.
    let isOptional: Bool
    /// Lets the event happen in one of its ways.
    let happen: @Sendable (_ way: Int) -> Void

    /// The number of ways to choose from.
    var wayCount: Int { max(1, ways.count) }

    /// Returns what a schedule says if the event happens in this way.
    func act(_ way: Int) -> FlowSchedule.Choice.Act {
      .event(name, occurrence, way: ways.isEmpty ? nil : ways[way])
    }
  }

  private(set) var events: [Event] = []
  /// The number of events that were registered so far. The latest one has this number.
  private(set) var made = 0
  /// The names of the events so far, how often each has come, and in which ways.
  private(set) var kinds: [(name: String, count: Int, ways: [String])] = []

  /// Appends an event, and returns the number with which it can be withdrawn.
  mutating func add(
    _ name: String, _ ways: [String], isOptional: Bool = false, _ happen: @escaping @Sendable (Int) -> Void
  ) -> Int {
    made += 1
    events.append(
      Event(id: made, name: name, occurrence: count(name, ways), ways: ways, isOptional: isOptional, happen: happen))
    return made
  }

  /// Removes an event that happens now, and returns it.
  mutating func take(at index: Int) -> Event {
    events.remove(at: index)
  }

  /// Removes an event that won't happen, and returns it so that the caller can release it without a lock.
  mutating func withdraw(_ id: Int) -> Event? {
    events.firstIndex { $0.id == id }.map { events.remove(at: $0) }
  }

  /// Removes the events. What has come stays known.
  mutating func removeAll() {
    events = []
  }

  private mutating func count(_ name: String, _ ways: [String]) -> Int {
    // A flow has few names, so a linear search is faster than hashing.
    guard let index = kinds.firstIndex(where: { $0.name == name }) else {
      kinds.append((name, 1, ways))
      return 1
    }
    kinds[index].count += 1
    if kinds[index].ways != ways { kinds[index].ways += ways.filter { !kinds[index].ways.contains($0) } }
    return kinds[index].count
  }
}
