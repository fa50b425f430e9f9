/// A queue that waits for a run, because `runAndWait` was called there: nothing that the run needs can execute on it.
///
/// Runs that are nested in that run, or that its closures wait for, know of it. Such a list does not change.
final class BlockedQueue: Sendable {
  private let identity: ObjectIdentifier
  /// The name of the flow that is waited for.
  private let flow: String
  private let next: BlockedQueue?

  private init(_ identity: ObjectIdentifier, waitingFor flow: String, next: BlockedQueue?) {
    self.identity = identity
    self.flow = flow
    self.next = next
  }

  /// The queues that wait when the caller waits for a run of a flow: those that execute the caller, as far as they carry
  /// runs, and those that wait already for the run whose closure is executing.
  static func all(ifCallerWaitsFor flow: String) -> BlockedQueue? {
    var blocked = CurrentThread.run?.blocked
    let main = DispatchFlowQueue.main
    if let current = DispatchFlowQueue.currentIdentity, current != main.identity {
      blocked = BlockedQueue(current, waitingFor: flow, next: blocked)
    }
    if main.isCurrent { blocked = BlockedQueue(main.identity, waitingFor: flow, next: blocked) }
    return blocked
  }

  /// Traps if a flow is about to run on one of the queues, where its first turn would wait for ever.
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
