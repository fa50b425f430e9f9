import Synchronization

/// The start that is under way, and the reports that arrive meanwhile.
extension EventLoop {
  /// The number of the start whose intent is executing; 0 if there is none. Any thread can read it.
  var startUnderWay: Int {
    let number = starts.load(ordering: .relaxed)
    return number & 1 == 1 ? number : 0
  }

  /// Whether an intent is executing. Confined to the queue.
  var isStarting: Bool { startUnderWay != 0 }

  /// Records that an intent is about to be called.
  func intentWillBeCalled() {
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  /// Records that the intent has returned and that its handler, if there is one, is bound.
  func intentHasReturned() {
    guard isStarting else { return }
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
    if !lateReports.isEmpty { sendLateReports() }
  }

  @inline(never)
  private func sendLateReports() {
    let reports = lateReports
    lateReports = []
    for report in reports { report.postUnlessTaken() }
  }

  /// Keeps a late report until the intent that made it has returned.
  func sendAfterStart(_ report: ReportMail) {
    lateReports.append(report)
  }

  /// Forwards content to another step when the forwarding that is under way is done. In order, so the content that was set last
  /// remains.
  @usableFromInline
  func handOnLater(_ body: @escaping () -> Void) {
    handovers.append(body)
  }

  /// Forwards what was to be forwarded later, in a loop, so that a long row of operators doesn't recurse.
  @usableFromInline
  func handOnRest() {
    while !handovers.isEmpty {
      let bodies = handovers
      handovers = []
      for body in bodies { body() }
    }
    isHandingOn = false
  }
}
