@testable import FlowState

/// The moves of the queues of the runs.
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
    let reserved = claims[start].filter { isToBeHad($0) }
    let wasAwaited = isAwaited
    let taken = take(forStart: isSameRun ? number : 0, begunAt: time)
    var mine = taken.reports
    if state.phase == .early, let last = early.popLast() {
      mine = [last] + early
      early = []
    }
    _ = state.takeSurplus()
    let isSuperseded = state.bind(hasReport: !mine.isEmpty, wasAwaited: wasAwaited, takesFirst: taken.hasFirst)
    for extra in mine.dropFirst() where !(sent[extra]?.isOpened ?? false) { ignore(extra, in: run) }
    if !reserved.isEmpty, !reserved.contains(where: { $0 == mine.first }) {
      fault = fault ?? "start \(start) gets none of the reports \(reserved)"
    }
    if let report = mine.first { use(report, in: run) }
    link = start
    starts[start] = .bound(after: earlier, isSuperseding: isSuperseded, report: mine.first)
  }

  /// The actions of the lane after the handler has released its lock.
  mutating func finishBinding(_ start: Int, after earlier: Int?, isSuperseding: Bool, report: Int?) {
    let run = run(of: start)
    if let earlier {
      if self.run(of: earlier) == run, isSuperseding {
        lose(earlier, isSuperseded: true)
      } else {
        mail[self.run(of: earlier)].append(.lost(earlier, isSuperseded: isSuperseding))
      }
    }
    intents[run] += 1
    starts[start] = report.map { .settled(by: $0) } ?? .waiting
  }

  private mutating func take(forStart start: Int, begunAt time: UInt64) -> (reports: [Int], hasFirst: Bool) {
    var (mine, kept, hasFirst): ([Int], [Int], Bool) = ([], [], false)
    for report in remembered {
      guard let entry = sent[report] else { continue }
      if !entry.isTaken, entry.moment.belongs(toStart: start, begunAt: time) {
        sent[report]?.isTaken = true
        if case .first = entry.moment { hasFirst = true }
        mine.append(report)
      } else if !entry.isTaken, entry.moment.isLate {
        kept.append(report)
      }
    }
    remembered = kept
    return (mine, hasFirst)
  }

  /// Whether no other start has a report, or is about to receive it.
  private func isToBeHad(_ report: Int) -> Bool {
    guard let entry = sent[report] else { return fates[report] == Fate() }
    if entry.isTaken { return false }
    // A report that its own run has told of is kept only until the next one comes.
    if entry.moment.isLate { return !entry.isOpened || remembered.first == report }
    // A report for a start that waited stays with it if another run's start has bound the handler meanwhile.
    return !entry.isOpened && entry.link == link
  }

  mutating func deliver(in run: Int) {
    switch mail[run].removeFirst() {
    case .report(let report): open(report)
    case .lost(let start, let isSuperseded): lose(start, isSuperseded: isSuperseded)
    case .farewell(let start): if starts[start] == .waiting { starts[start] = .abandoned }
    }
  }

  private mutating func lose(_ start: Int, isSuperseded: Bool) {
    lost.insert(start)
    if isSuperseded, starts[start] == .waiting { starts[start] = .superseded }
  }

  private mutating func open(_ report: Int) {
    guard let entry = sent[report] else { return fault = "report \(report) was not sent" }
    let (start, run) = (entry.link, run(of: entry.link))
    var lane = LaneState(isOpen: plan.isOpen && run == 0 && !hasEnded[run])
    if starts[start] == .waiting { lane.beginWaiting() } else { _ = lane.rest() }
    var isLatest = false
    if case .settled = starts[start] { isLatest = !lost.contains(start) }
    let verdict = lane.verdict(on: entry.moment, isAwaited: starts[start] == .waiting, canCompleteAgain: isLatest)
    sent[report]?.isOpened = true
    if let place = remembered.firstIndex(of: report) {
      while remembered.count > place + 1, let next = sent[remembered[place + 1]], next.isOpened || next.isTaken {
        remembered.remove(at: place + 1)
      }
      if place == 0, verdict != .extra || entry.isTaken || !entry.moment.isLate { remembered.removeFirst() }
    }
    if entry.isTaken { return }
    if verdict != .extra { sent[report]?.isTaken = true }
    switch verdict {
    case .settles: settle(start, by: report)
    case .movesOn: use(report, in: run)
    case .extra: ignore(report, in: run)
    }
  }
}
