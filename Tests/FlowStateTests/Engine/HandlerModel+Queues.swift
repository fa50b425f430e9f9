@testable import FlowState

/// The moves of the runs' queues.
extension HandlerModel {
  mutating func begin(_ start: Int) {
    let run = run(of: start)
    intents[run] += 1
    starts[start] = .executing(number: intents[run], begunAt: clock)
  }

  mutating func bind(_ start: Int, number: Int, begunAt time: UInt64) {
    let run = run(of: start)
    let earlier = link
    let isSameRun = earlier.map { self.run(of: $0) == run } ?? false
    let action = state.bind(toStart: isSameRun ? number : 0, begunAt: time)
    let reserved = claims[start].filter { isToBeHad($0) }
    if action.loser == .keepsReport, let earlier {
      parked[earlier] = stored
      state.leaveSurplus()
      stored = Stored()
    }
    switch action.source {
    case .none: starts[start] = .waiting
    case .stored: takeStored(for: start)
    case .late: takeLate(for: start, since: time)
    }
    if !reserved.isEmpty, !reserved.contains(where: { starts[start] == .settled(by: $0) }) {
      fault = fault ?? "start \(start) gets none of the reports \(reserved)"
    }
    link = start
    intents[run] += 1
    guard let earlier else { return }
    let isSuperseded = action.loser == .superseded
    if isSameRun, isSuperseded {
      lose(earlier, isSuperseded: true)
    } else {
      mail[self.run(of: earlier)].append(.lost(earlier, isSuperseded: isSuperseded))
    }
  }

  /// Whether a report is still available, because no other start has it or is about to receive it.
  private func isToBeHad(_ report: Int) -> Bool {
    // A late report that its own run has delivered is kept only until the next one arrives.
    if let entry = lates[report] { return !entry.isTaken && (!entry.isDelivered || late == report) }
    let isParked = parked.values.contains { $0.report == report || $0.surplus.contains(report) }
    return fates[report] == Fate() && !isParked
  }

  private mutating func takeStored(for start: Int) {
    guard let report = stored.report else { return fault = "start \(start) takes a report that is not there" }
    if Int(state.settle()) != stored.surplus.count { fault = "the surplus is wrong" }
    settle(start, by: report)
    for extra in stored.surplus { ignore(extra, in: run(of: start)) }
    stored = Stored()
  }

  private mutating func takeLate(for start: Int, since time: UInt64) {
    guard let latest = late else { return fault = "start \(start) takes a late report that is not there" }
    var next = lates[latest]?.earlier
    while let report = next, let entry = lates[report], entry.time > time {
      if !entry.isTaken, !entry.isDelivered {
        lates[report]?.isTaken = true
        ignore(report, in: run(of: start))
      }
      next = entry.earlier
    }
    lates[latest]?.isTaken = true
    leave(next)
    settle(start, by: latest)
  }

  /// Removes the latest late report. An earlier one becomes the latest if it is still available.
  private mutating func leave(_ earlier: Int?) {
    var next = earlier
    while let before = next, let entry = lates[before], entry.isTaken { next = entry.earlier }
    late = next
    state.takeLate(leaving: next.flatMap { lates[$0]?.time } ?? 0)
  }

  mutating func deliver(in run: Int) {
    switch mail[run].removeFirst() {
    case .report(let start): receive(start)
    case .late(let report): receiveLate(report)
    case .lost(let start, let isSuperseded): lose(start, isSuperseded: isSuperseded)
    case .farewell(let start): if starts[start] == .waiting { starts[start] = .abandoned }
    }
  }

  private mutating func lose(_ start: Int, isSuperseded: Bool) {
    lost.insert(start)
    if isSuperseded, starts[start] == .waiting { starts[start] = .superseded }
  }

  private mutating func receive(_ start: Int) {
    let taken: Stored
    if link == start {
      if state.phase != .reported { fault = "a report was received that is not there" }
      taken = stored
      stored = Stored()
      if Int(state.settle()) != taken.surplus.count { fault = "the surplus is wrong" }
    } else if let left = parked.removeValue(forKey: start) {
      taken = left
    } else {
      return
    }
    guard let report = taken.report else { return fault = "no report is left to start \(start)" }
    if starts[start] == .waiting { settle(start, by: report) } else { ignore(report, in: run(of: start)) }
    for extra in taken.surplus { ignore(extra, in: run(of: start)) }
  }

  private mutating func receiveLate(_ report: Int) {
    guard let entry = lates[report] else { return fault = "report \(report) is not late" }
    if !entry.isTaken {
      let run = run(of: entry.link)
      if case .settled = starts[entry.link], !entry.isOnTop, plan.isOpen, run == 0, !hasEnded[run],
        !lost.contains(entry.link)
      {
        lates[report]?.isTaken = true
        if late == report {
          leave(entry.earlier)
        }
        use(report, in: run)
      } else {
        ignore(report, in: run)
      }
    }
    lates[report]?.isDelivered = true
    lates[report]?.earlier = nil
  }
}
