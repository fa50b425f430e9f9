/// The messages of a held run that no record has taken.
///
/// Thousands can wait, so only ``latest`` looks at all of them.
struct WaitingMessages {
  private var all: [Int: ReceivedMessage] = [:]
  /// The numbers of the messages that aren't commands, by name, oldest first. Some may have been taken, but not the
  /// first one.
  private var named: [String: ArraySlice<Int>] = [:]
  /// The numbers of the answers to visits, oldest first.
  private var answers: [Int] = []
  /// The commands, oldest first.
  private(set) var commands: [ReceivedMessage] = []

  var count: Int { all.count }

  /// The time of the latest message.
  var latest: StoreTime? { all.values.map(\.at).max() }

  func contains(_ number: Int) -> Bool { all[number] != nil }

  /// Returns the oldest message with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - taken: The numbers of messages to ignore.
  ///   - isWanted: Whether a message is one of those to return.
  /// - Returns: The message; nil if there is none.
  func first(
    named name: String, besides taken: [Int], where isWanted: (FlowMessage) -> Bool = { _ in true }
  ) -> ReceivedMessage? {
    for number in named[name] ?? [] where !taken.contains(number) {
      if let message = all[number], isWanted(message.message) { return message }
    }
    return nil
  }

  /// Returns the oldest answer to a visit.
  ///
  /// - Parameters:
  ///   - step: The name that the step had when the visit began.
  ///   - number: The number of the visit.
  ///   - taken: The numbers of messages to ignore.
  /// - Returns: The message; nil if there is none.
  func answer(to step: String, _ number: Int, besides taken: [Int] = []) -> ReceivedMessage? {
    answers.lazy.compactMap { all[$0] }.first { message in
      message.message.answering?.visit.isOf(step, number) == true && !taken.contains(message.number)
    }
  }

  /// Returns the numbers of the answers to other visits than one.
  func answers(besides step: String, _ number: Int) -> [Int] {
    answers.filter { all[$0]?.message.answering?.visit.isOf(step, number) == false }
  }

  /// Moves the messages of a claimed run to this value.
  mutating func take(from run: inout ClaimedRun) {
    for message in run.messages {
      all[message.number] = message
      if message.message.answering != nil { answers.append(message.number) }
      if case .message(let name, _) = message.message.content {
        named[name, default: []].append(message.number)
      } else {
        commands.append(message)
      }
    }
    run.messages = []
  }

  /// Removes messages that a record has taken.
  mutating func remove(_ numbers: [Int]) {
    for number in numbers {
      guard let message = all.removeValue(forKey: number) else { continue }
      if message.message.answering != nil { answers.removeAll { $0 == number } }
      guard case .message(let name, _) = message.message.content else {
        commands.removeAll { $0.number == number }
        continue
      }
      while let first = named[name]?.first, all[first] == nil { named[name]?.removeFirst() }
      if named[name]?.isEmpty == true { named[name] = nil }
    }
  }
}
