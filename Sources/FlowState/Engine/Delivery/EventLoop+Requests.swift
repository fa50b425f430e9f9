/// Requests to an event loop that it fulfils now or later, depending on what is under way.
extension EventLoop {
  var queue: any FlowQueue { home.queue }

  /// Whether the functions of async steps, and what they await, execute in turns of the queue.
  var runsAsyncSteps: Bool { home.runsAsyncSteps }

  /// Whether this event loop is the one that delivers on the current thread.
  var isDelivering: Bool {
    CurrentThread.delivery(in: threadSlot).eventLoop == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Returns an event loop on the main queue for a bare run: the preferred one, the current one, or a new one. If one run's
  /// closure starts another run on the same event loop, that run begins after the closure has returned.
  static func onMainQueue(preferring preferred: EventLoop?) -> EventLoop {
    let main = DispatchFlowQueue.main
    if let preferred, preferred.queue.identity == main.identity { return preferred }
    if let ambient = CurrentThread.eventLoop, ambient.queue.identity == main.identity { return ambient }
    return EventLoop(queue: main)
  }

  /// Delivers a report in an envelope: after the cause, if the engine made it; after the intent, if an intent made it that can
  /// return the handler; otherwise like other messages.
  func post(_ mail: ReportMail, isLate: Bool, isOfEngine: Bool) {
    if isOfEngine {
      post(.mail(mail))
    } else if isLate, let here = CurrentThread.eventLoop, here.isStarting {
      here.keep(late: mail)
    } else {
      post(mail)
    }
  }

  /// Delivers the report of a step that the engine completes. If its cause is being delivered on this event loop, the report comes
  /// before all other messages.
  func post(_ report: EngineReport) {
    if isDelivering { return keep(report) }
    switch report {
    case .mail(let mail): post(mail)
    case .ending(let host): post(ClosureMessage { host.deliverEnding() })
    }
  }

  /// Moves a lane soon, even if the caller is another run on the same queue.
  func wakeFromOutside(_ lane: Lane) {
    if isDelivering { wake(lane) } else { post(ClosureMessage { lane.run.eventLoop.wake(lane) }) }
  }

  /// Performs a request between two closures: as soon as the executing closure has returned, or at once if none is executing.
  func meetOrPost(_ request: @escaping () -> Void) {
    if isDelivering { meet(request) } else { post(ClosureMessage(request)) }
  }

  /// Whether the caller may use the state of this event loop's runs: it is in one of their closures, or in a block on their
  /// queue. Traps if a concurrent queue may execute other blocks at the same time.
  var isHere: Bool {
    if CurrentThread.eventLoop === self { return true }
    guard home.isCurrent else { return false }
    home.preconditionIsAlone()
    return true
  }
}
