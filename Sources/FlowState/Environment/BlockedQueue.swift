/// A queue that `runAndWait` blocks, so that no code of the run can execute on it.
///
/// Runs that are nested in the run, or that its closures wait for, refer to this list. The list is immutable.
final class BlockedQueue: Sendable {
  private let identity: ObjectIdentifier
  /// The name of the flow that the queue waits for.
  private let flow: String
  private let next: BlockedQueue?

  private init(_ identity: ObjectIdentifier, waitingFor flow: String, next: BlockedQueue?) {
    self.identity = identity
    self.flow = flow
    self.next = next
  }

  /// Returns the queues that are blocked if the caller waits for a run of a flow: the queues that execute the caller, if they
  /// carry runs, and the queues that already wait for the run whose closure is executing.
  static func all(ifCallerWaitsFor flow: String) -> BlockedQueue? {
    var blocked = CurrentThread.run?.blocked
    let main = DispatchFlowQueue.main
    if let current = DispatchFlowQueue.currentIdentity, current != main.identity {
      blocked = BlockedQueue(current, waitingFor: flow, next: blocked)
    }
    if main.isCurrent { blocked = BlockedQueue(main.identity, waitingFor: flow, next: blocked) }
    return blocked
  }

  /// Traps if a flow is about to run on a blocked queue, where its first turn would wait forever.
  func preconditionFree(_ queue: any FlowQueue, for inner: String) {
    var place: BlockedQueue? = self
    while let blocked = place {
      if blocked.identity == queue.identity {
        let name = blocked.identity == DispatchFlowQueue.main.identity ? "main thread" : "queue"
        trap(
          "runAndWait of flow '\(blocked.flow)' blocks the \(name), on which flow '\(inner)' runs. Use run or start.")
      }
      place = blocked.next
    }
  }
}
