/// Events that can happen, in the order in which they were registered.
struct PendingEvents {
  struct Event: Sendable {
    let id: Int
    let name: String
    /// Which event of its name, from 1.
    let occurrence: Int
    /// The names of the ways in which it can turn out; none if there is one only.
    let ways: [String]
    /// Lets it happen in one of the ways.
    let happen: @Sendable (_ way: Int) -> Void

    /// How many ways there are to choose from.
    var wayCount: Int { max(1, ways.count) }

    /// The choice that lets it happen so.
    func choice(_ way: Int) -> FlowSchedule.Choice {
      .event(name, occurrence, way: ways.isEmpty ? nil : ways[way])
    }
  }

  private(set) var events: [Event] = []
  private var counts: [(name: String, count: Int)] = []
  private var made = 0

  /// Adds an event behind the others; returns the number by which it can be withdrawn.
  mutating func add(_ name: String, _ ways: [String], _ happen: @escaping @Sendable (Int) -> Void) -> Int {
    made += 1
    events.append(Event(id: made, name: name, occurrence: count(name), ways: ways, happen: happen))
    return made
  }

  /// Takes an event out because it happens now.
  mutating func take(at index: Int) -> Event {
    events.remove(at: index)
  }

  /// Takes an event out because it will not happen; it is returned so that it can be let go of without a lock.
  mutating func withdraw(_ id: Int) -> Event? {
    events.firstIndex { $0.id == id }.map { events.remove(at: $0) }
  }

  private mutating func count(_ name: String) -> Int {
    // A flow has a handful of names; hashing them would cost more than looking.
    guard let index = counts.firstIndex(where: { $0.name == name }) else {
      counts.append((name, 1))
      return 1
    }
    counts[index].count += 1
    return counts[index].count
  }
}
