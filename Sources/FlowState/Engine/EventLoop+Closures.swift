/// The lane whose closure is executing, and the requests of such closures.
extension EventLoop {
  /// Returns an event loop on the main queue for a bare run: the preferred one, the current one, or a new one. If one run's
  /// closure starts another run on the same event loop, that run begins after the closure has returned.
  static func onMainQueue(preferring preferred: EventLoop?) -> EventLoop {
    let main = DispatchFlowQueue.main
    if let preferred, preferred.queue.identity == main.identity { return preferred }
    if let ambient = CurrentThread.eventLoop, ambient.queue.identity == main.identity { return ambient }
    return EventLoop(queue: main)
  }

  /// The run whose closure or builder is executing.
  @usableFromInline var current: Run? { lane?.run }

  /// Whether the caller may use the state of this event loop's runs: it is in one of their closures, or in a block on their
  /// queue. Traps if a concurrent queue may execute other blocks at the same time.
  var isHere: Bool {
    if CurrentThread.eventLoop === self { return true }
    guard queue.isCurrent else { return false }
    (queue as? DispatchFlowQueue ?? (queue as? AttendedQueue)?.queue)?.preconditionIsAlone()
    return true
  }

  /// Performs a request between two closures: as soon as the executing closure has returned, or at once if none is executing.
  func meetOrPost(_ request: @escaping () -> Void) {
    if isDelivering { meet(request) } else { post(ClosureMessage(request)) }
  }

  /// Performs a request of the executing closure as soon as the closure has returned, and before anything else starts.
  func meet(_ request: @escaping () -> Void) {
    requests += 1
    postLater(
      ClosureMessage { [self] in
        requests -= 1
        request()
      })
  }
}
