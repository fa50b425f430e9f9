import Synchronization

/// What an event loop knows of the start that is under way, and of what is reported meanwhile.
extension EventLoop {
  /// The number of the start whose intent is executing; 0 if none is. From any thread.
  var startUnderWay: Int {
    let number = starts.load(ordering: .relaxed)
    return number & 1 == 1 ? number : 0
  }

  /// Whether an intent is executing. On the queue.
  var isStarting: Bool { startUnderWay != 0 }

  /// An intent is about to be called.
  func intentWillBeCalled() {
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  /// The intent has returned, and its handler is bound, if there is one.
  func intentHasReturned() {
    guard isStarting else { return }
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
    guard !lateReports.isEmpty else { return }
    let reports = lateReports
    lateReports = []
    for report in reports { report.sendUnlessTaken() }
  }

  /// Keeps a late report until the intent in which it was made has returned.
  func sendAfterStart(_ report: LateReport) {
    lateReports.append(report)
  }

  /// Calls a closure that hands content on to another step; in a loop, if such a closure is executing. First come, first
  /// served: the content that was set last is the one that remains.
  func handOn(_ body: @escaping () -> Void) {
    handovers.append(body)
    guard !isHandingOn else { return }
    isHandingOn = true
    while !handovers.isEmpty {
      let bodies = handovers
      handovers = []
      for body in bodies { body() }
    }
    isHandingOn = false
  }
}
