import FlowState

/// The queues that a test plays in place of the queues of flows.
///
/// Flows that share a queue share its replacement, and flows on different queues have different ones, so that
/// closures have the same order in a test as in the program.
struct ReplacementQueues {
  /// The queues that the test plays, in the order of their first use.
  private(set) var all: [ManualQueue] = []
  /// The index of each replacement, by its own identity and by the identity of its original.
  private var places: [ObjectIdentifier: Int] = [:]
  /// The originals, which are kept so that their identities aren't reused.
  private var originals: [any FlowQueue] = []

  /// Returns the index of a queue.
  func place(of queue: ManualQueue) -> Int? { places[queue.identity] }

  /// Returns the replacement of a queue. Creates a new one for a flow without a queue.
  mutating func queue(replacing original: (any FlowQueue)?) -> ManualQueue {
    if let original, let known = places[original.identity] { return all[known] }
    return add(ManualQueue(), replacing: original)
  }

  /// Adds a queue of the test.
  @discardableResult
  mutating func add(_ queue: ManualQueue, replacing original: (any FlowQueue)?) -> ManualQueue {
    let place = all.count
    all.append(queue)
    places[queue.identity] = place
    if let original {
      originals.append(original)
      places[original.identity] = places[original.identity] ?? place
    }
    return queue
  }
}
