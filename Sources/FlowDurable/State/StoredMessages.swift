/// The messages of a run that no record has taken, and the keys of all messages that had one. Only runs with messages
/// have this value.
///
/// Thousands of messages can wait. A message that is taken leaves a gap, so that the other messages don't have to move.
/// The gaps are removed when they are more than half of the list.
struct StoredMessages<Place: StorePlace>: Sendable {
  /// A message that no record has taken.
  struct Message: Sendable {
    let number: Int
    let place: Place
  }

  /// The place of a message; a gap if it is nil.
  private struct Slot: Sendable {
    let number: Int
    var place: Place?
  }

  /// A waiting command, for detecting a duplicate.
  private struct Command: Sendable {
    let number: Int
    let name: String
  }

  /// The messages in the order of their numbers.
  private var slots: [Slot] = []
  private var commands: [Command] = []
  /// The number of messages, including commands.
  private(set) var count = 0
  /// The numbers of the messages that had keys, by key.
  var keys: [String: Int] = [:]

  init(keys: [String: Int] = [:]) {
    self.keys = keys
  }

  var commandCount: Int { commands.count }

  /// The number of messages that aren't commands.
  var messageCount: Int { count - commands.count }

  /// The number of the latest message; nil if there is none.
  var last: Int? { slots.last?.number }

  func hasCommand(_ name: String) -> Bool { commands.contains { $0.name == name } }

  /// Whether no record has taken the message with a number.
  func isWaiting(_ number: Int) -> Bool { index(of: number) != nil }

  /// Returns the index of the message with a number; nil if a record has taken it.
  private func index(of number: Int) -> Int? {
    let index = firstIndex { $0 >= number }
    return index < slots.count && slots[index].number == number && slots[index].place != nil ? index : nil
  }

  /// Returns messages in the order of their numbers.
  func all(after number: Int = 0, atMost limit: Int = .max) -> [Message] {
    var messages: [Message] = []
    for slot in slots[firstIndex { $0 > number }...] {
      guard messages.count < limit else { break }
      if let place = slot.place { messages.append(Message(number: slot.number, place: place)) }
    }
    return messages
  }

  /// Adds a message whose number is greater than all others.
  mutating func append(_ number: Int, command: String?, at place: Place) {
    slots.append(Slot(number: number, place: place))
    count += 1
    if let command { commands.append(Command(number: number, name: command)) }
  }

  /// Removes a message and returns its place.
  mutating func remove(_ number: Int) -> Place? {
    guard let index = index(of: number), let place = slots[index].place.take() else { return nil }
    count -= 1
    commands.removeAll { $0.number == number }
    if slots.count > 2 * count { slots.removeAll { $0.place == nil } }
    return place
  }

  mutating func removeAll() {
    self = StoredMessages(keys: keys)
  }

  /// Replaces the places of all messages.
  mutating func move(to places: [Place]) {
    slots = zip(all(), places).map { Slot(number: $0.number, place: $1) }
  }

  /// Returns the index of the first slot whose number satisfies a condition. All later slots must satisfy it, too.
  private func firstIndex(where isFound: (Int) -> Bool) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if isFound(slots[middle].number) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
