/// The events that can happen, in the order of their registration.
///
/// Thousands can wait at once, and each choice of a schedule queries them, so no operation takes time in proportion to
/// their number.
package struct PendingEvents: Sendable {
  package struct Event: Sendable {
    /// The number of the event among all events, counted from 1.
    fileprivate(set) var id: Int
    let name: String
    /// The number of the event among the events of its name, counted from 1.
    let occurrence: Int
    /// The names of the ways in which the event can happen; empty if there is only one way.
    let ways: [String]
    /// A Boolean value that indicates whether a schedule can end without the event.
    let isOptional: Bool
    /// A Boolean value that indicates whether the event only answers a step.
    let isAnswer: Bool
    /// Lets the event happen in the given way.
    package let happen: @Sendable (_ way: Int) -> Void

    package init(
      id: Int, name: String, occurrence: Int, ways: [String], isOptional: Bool, isAnswer: Bool = false,
      happen: @escaping @Sendable (_ way: Int) -> Void
    ) {
      self.id = id
      self.name = name
      self.occurrence = occurrence
      self.ways = ways
      self.isOptional = isOptional
      self.isAnswer = isAnswer
      self.happen = happen
    }

    /// The number of ways to choose from.
    var wayCount: Int { max(1, ways.count) }

    /// Returns the act with which a schedule describes the event in this way.
    func act(_ way: Int) -> FlowSchedule.Choice.Act {
      .event(name, occurrence, way: ways.isEmpty ? nil : ways[way])
    }

    fileprivate var counts: CountTree.Counts { [1, wayCount, isAnswer ? wayCount : 0, isOptional ? 0 : 1] }
  }

  /// A kind of count.
  enum Kind {
    case events
    case ways
    /// The ways of events that only answer a step.
    case answers
    /// The ways of the other events.
    case others
    case mandatory

    fileprivate var factors: CountTree.Counts {
      switch self {
      case .events: [1, 0, 0, 0]
      case .ways: [0, 1, 0, 0]
      case .answers: [0, 0, 1, 0]
      case .others: [0, 1, -1, 0]
      case .mandatory: [0, 0, 0, 1]
      }
    }
  }

  private struct Name: Hashable {
    let name: String
    let occurrence: Int
  }

  /// The events by their numbers; nil for those that have happened or were withdrawn.
  private var slots: [Event?] = []
  private var tree = CountTree()
  private var ids: [Name: Int] = [:]
  /// The number of events of each name so far, with the ways in which they could happen.
  private(set) var kinds: [String: (count: Int, ways: [String])] = [:]

  /// Creates an empty list.
  package init() {}

  /// Creates a list of one event, which keeps its name and its numbers.
  package init(only event: Event) {
    for _ in 1..<event.id {
      slots.append(nil)
      tree.append(.zero)
    }
    append(event)
  }

  /// The number of events registered so far. The latest event has this number.
  var made: Int { slots.count }

  /// The waiting events, oldest first. Takes time in proportion to the number of registered events.
  var all: [Event] { slots.compactMap { $0 } }

  /// Returns the event with a number; nil if it isn't waiting.
  package subscript(id: Int) -> Event? { slots.indices.contains(id - 1) ? slots[id - 1] : nil }

  /// Returns the event with a name and number; nil if it isn't waiting.
  func event(_ name: String, _ occurrence: Int) -> Event? {
    ids[Name(name: name, occurrence: occurrence)].flatMap { self[$0] }
  }

  /// The oldest waiting event that must happen.
  var firstMandatory: Event? {
    count(of: .mandatory) == 0 ? nil : slots[tree.find(0, of: Kind.mandatory.factors).index]
  }

  /// Returns the count for the waiting events that were registered after an event.
  func count(of kind: Kind, after id: Int = 0) -> Int {
    ((tree.total &- tree.sum(before: id)) &* kind.factors).wrappedSum()
  }

  /// Returns the count for the waiting events that were registered before an event.
  func count(of kind: Kind, before id: Int) -> Int {
    (tree.sum(before: id - 1) &* kind.factors).wrappedSum()
  }

  /// Returns the event at a position in the count, counted from 0, with the position inside the event.
  func find(_ place: Int, of kind: Kind) -> (id: Int, way: Int) {
    let (index, rest) = tree.find(place, of: kind.factors)
    return (index + 1, rest)
  }

  /// Appends an event, and returns the number with which it can be withdrawn.
  mutating func add(
    _ name: String, _ ways: [String], isOptional: Bool = false, isAnswer: Bool = false,
    _ happen: @escaping @Sendable (Int) -> Void
  ) -> Int {
    var kind = kinds[name] ?? (0, ways)
    kind.count += 1
    if kind.ways != ways { kind.ways += ways.filter { !kind.ways.contains($0) } }
    kinds[name] = kind
    return append(
      Event(
        id: 0, name: name, occurrence: kind.count, ways: ways, isOptional: isOptional, isAnswer: isAnswer,
        happen: happen))
  }

  @discardableResult
  private mutating func append(_ event: Event) -> Int {
    var event = event
    event.id = slots.count + 1
    slots.append(event)
    tree.append(event.counts)
    ids[Name(name: event.name, occurrence: event.occurrence)] = event.id
    return event.id
  }

  /// Removes an event that happens now or never, and returns it, so that the caller can release it without holding a
  /// lock.
  mutating func take(_ id: Int) -> Event? {
    guard let event = self[id] else { return nil }
    slots[id - 1] = nil
    tree.subtract(event.counts, at: id - 1)
    ids[Name(name: event.name, occurrence: event.occurrence)] = nil
    return event
  }

  /// Removes all events, but remembers their names and numbers.
  mutating func removeAll() {
    for event in all { _ = take(event.id) }
  }
}
