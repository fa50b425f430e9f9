import Synchronization

/// What a conductor knows of the start that is under way, and of what is reported meanwhile.
extension Conductor {
  /// The number of the start whose intent is executing; 0 if none is. From any thread.
  var startUnderWay: Int {
    let number = starts.load(ordering: .relaxed)
    return number & 1 == 1 ? number : 0
  }

  /// Whether an intent is executing. On the queue.
  var isStarting: Bool { startUnderWay != 0 }

  /// An intent is about to be called.
  func beginStart() {
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  /// The intent has returned, and its handler is bound, if there is one.
  func endStart() {
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
  func cascade(_ body: @escaping () -> Void) {
    cascades.append(body)
    guard !isCascading else { return }
    isCascading = true
    while !cascades.isEmpty {
      let bodies = cascades
      cascades = []
      for body in bodies { body() }
    }
    isCascading = false
  }
}
