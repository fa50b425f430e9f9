/// Which lane's closure is executing, and what such a closure asks for.
extension EventLoop {
  /// An event loop for a bare run: of the preferred one and the one that is at work the first that is on the main queue, so
  /// that a run which is started by another's closure waits until that has returned; else a new one.
  static func onMainQueue(preferring preferred: EventLoop?) -> EventLoop {
    let main = DispatchFlowQueue.main
    if let preferred, preferred.queue.identity == main.identity { return preferred }
    if let ambient = CurrentThread.eventLoop, ambient.queue.identity == main.identity { return ambient }
    return EventLoop(queue: main)
  }

  /// The run whose closure is executing, or whose builder is.
  @usableFromInline var current: Run? { lane?.run }

  /// From now on closures of this lane execute. Returns the lane whose closures did.
  func exchangeLane(_ lane: Lane) -> Lane? {
    let outer = self.lane
    self.lane = lane
    return outer
  }

  /// From now on closures of this lane execute, or of none.
  func setLane(_ lane: Lane?) {
    if self.lane !== lane { self.lane = lane }
  }

  /// Whether the caller may touch what belongs to the runs of this event loop: it is called by one of their closures, or by a
  /// block on their queue. Traps if that block is one of several that a concurrent queue executes at once.
  var isHere: Bool {
    if CurrentThread.eventLoop === self { return true }
    guard queue.isCurrent else { return false }
    (queue as? DispatchFlowQueue ?? (queue as? AttendedQueue)?.queue)?.preconditionIsAlone()
    return true
  }

  /// Does what a closure that is executing asks for, as soon as it has returned and before anything more starts.
  func meet(_ request: @escaping () -> Void) {
    requests += 1
    postLater(
      ClosureMessage { [self] in
        requests -= 1
        request()
      })
  }
}
