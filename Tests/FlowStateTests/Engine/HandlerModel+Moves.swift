@testable import FlowState

/// The next moves of threads and queues.
extension HandlerModel {
  /// Every state that is one move away.
  func successors() -> [HandlerModel] {
    var all: [HandlerModel] = []
    func add(_ isPossible: Bool, _ move: (inout HandlerModel) -> Void) {
      guard isPossible else { return }
      var copy = self
      move(&copy)
      all.append(copy)
    }
    for report in reporters.indices { add(canMove(report)) { $0.move(report: report) } }
    for start in starts.indices {
      switch starts[start] {
      case .ready:
        let isFree = executing(in: run(of: start)) == nil && !hasEnded[run(of: start)]
        // Starts of one run are interchangeable, so only the first ready one may begin.
        let isNext = !starts.indices.contains { $0 < start && run(of: $0) == run(of: start) && starts[$0] == .ready }
        add(isFree && isNext) { $0.begin(start) }
      case .executing(let number, let time):
        let isInside = plan.inside == start && reporters[0] != .done && !isSendingLate(0)
        add(!isInside) { $0.bind(start, number: number, begunAt: time) }
      default: break
      }
    }
    for run in 0...1 {
      add(!mail[run].isEmpty && executing(in: run) == nil) { $0.deliver(in: run) }
    }
    add(plan.mayEnd && !hasEnded[0] && executing(in: 0) == nil) { $0.end() }
    add(canDepart) { $0.depart() }
    return all
  }

  // MARK: Reports

  private func isSendingLate(_ report: Int) -> Bool {
    if case .sending(.late) = reporters[report] { true } else { false }
  }

  private func canMove(_ report: Int) -> Bool {
    let isInside = plan.inside != nil && report == 0
    switch reporters[report] {
    case .done: return false
    case .ready:
      if isInside, let start = plan.inside {
        // An intent that is never called makes no report.
        if case .executing = starts[start] { return true } else { return false }
      }
      // Threads are interchangeable, so only the first ready one may report.
      let first = plan.inside == nil ? 0 : 1
      return report == first || reporters[report - 1] != .ready
    case .sending(.late):
      // A late report of an intent is sent after the intent returns.
      if isInside, let start = plan.inside, case .executing = starts[start] { return false }
      return true
    case .preparing, .sending: return true
    }
  }

  private mutating func move(report: Int) {
    switch reporters[report] {
    case .ready:
      if isReportLate { reporters[report] = .preparing } else { accept(report) }
    case .preparing:
      if isReportLate { acceptLate(report) } else { accept(report) }
    case .sending(let message):
      reporters[report] = .done
      switch message {
      case .report(let link): mail[run(of: link)].append(message)
      case .late(let report): if let late = lates[report] { mail[run(of: late.link)].append(message) }
      case .lost, .farewell: break
      }
    case .done: break
    }
  }

  private mutating func accept(_ report: Int) {
    claim(report)
    switch state.report(during: startUnderWay) {
    case .store:
      if let replaced = stored.report { stored.surplus.append(replaced) }
      stored.report = report
      reporters[report] = .done
    case .send:
      stored.report = report
      if let link { reporters[report] = .sending(.report(to: link)) }
    case .drop:
      stored.surplus.append(report)
      reporters[report] = .done
    case .sendLate: fault = "report \(report) is late all at once"
    }
  }

  private mutating func acceptLate(_ report: Int) {
    guard let link else { return fault = "a handler without a start has settled" }
    let isOnTop = state.phase != .settled
    claim(report)
    clock += 1
    var fresh = Late(link: link, time: clock, isOnTop: isOnTop)
    if let late, let earlier = lates[late], !earlier.isTaken, !earlier.isDelivered { fresh.earlier = late }
    lates[report] = fresh
    late = report
    state.reportLate(at: clock)
    reporters[report] = .sending(.late(report))
  }

  /// Records the starts that the report belongs to if their intents return the handler. While another start waits, or
  /// its report is in transit, only starts of the same run count.
  private mutating func claim(_ report: Int) {
    let waiting = link.flatMap { starts[$0] == .waiting ? run(of: $0) : nil }
    for start in starts.indices {
      if case .executing = starts[start], waiting == nil || waiting == run(of: start) { claims[start].append(report) }
    }
  }

  // MARK: The end

  private mutating func end() {
    hasEnded[0] = true
    for start in starts.indices where run(of: start) == 0 && [.ready, .waiting].contains(starts[start]) {
      starts[start] = .cancelled
    }
    // The intents of a run that has ended make no reports.
    if let inside = plan.inside, starts[inside] == .cancelled, reporters[0] == .ready {
      reporters[0] = .done
      fates[0].extraIn = 0
    }
  }

  /// Whether the owners can release the handler: all have reported, and no start can return it any more.
  private var canDepart: Bool {
    !isGone && reporters.allSatisfy { $0 == .done } && !mail.joined().contains { $0.holdsHandler }
      && starts.allSatisfy { start in
        if case .executing = start { false } else { start != .ready }
      }
  }

  private mutating func depart() {
    isGone = true
    if state.phase == .waiting, let link { mail[run(of: link)].append(.farewell(link)) }
  }
}
