import FlowState

/// The queues that a test plays in place of the queues of flows.
///
/// Flows that share a queue share its stand-in, and flows on different queues have different ones, so that a test has the same
/// order of closures as the program.
struct StandInQueues {
  private var standIns: [(queue: ManualQueue, original: (any FlowQueue)?)] = []

  /// The queues that the test plays, in the order of their first use.
  var all: [ManualQueue] { standIns.map(\.queue) }

  /// Returns the queue that stands in for another one; a new one for a flow without a queue.
  mutating func queue(replacing original: (any FlowQueue)?) -> ManualQueue {
    if let original, let known = standIn(for: original) { return known }
    return add(ManualQueue(), replacing: original)
  }

  /// Adds a queue of the test.
  @discardableResult
  mutating func add(_ queue: ManualQueue, replacing original: (any FlowQueue)?) -> ManualQueue {
    // Keeps the original, so that its identity isn't reused.
    standIns.append((queue, original))
    return queue
  }

  private func standIn(for original: any FlowQueue) -> ManualQueue? {
    standIns.first { $0.queue.identity == original.identity || $0.original?.identity == original.identity }?.queue
  }
}
