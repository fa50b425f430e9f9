@testable import FlowState

/// The next moves of threads and queues.
extension HandlerModel {
  /// Every state that one move leads to.
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
        let isFree = !isStarting(in: run(of: start)) && !hasEnded[run(of: start)]
        // Starts of one run are alike: the first of them begins first.
        let isNext = !starts.indices.contains { $0 < start && run(of: $0) == run(of: start) && starts[$0] == .ready }
        add(isFree && isNext) { $0.begin(start) }
      case .executing(let number, let time):
        let isInside = plan.inside == start && reporters[0] != .done && !isHeldBack(0)
        add(!isInside) { $0.bind(start, number: number, begunAt: time) }
      case .bound(let earlier, let isSuperseding, let report):
        add(true) { $0.finishBinding(start, after: earlier, isSuperseding: isSuperseding, report: report) }
      default: break
      }
    }
    for run in 0...1 {
      add(!mail[run].isEmpty && !isStarting(in: run)) { $0.deliver(in: run) }
    }
    add(plan.mayEnd && !hasEnded[0] && !isStarting(in: 0)) { $0.end() }
    add(canDepart) { $0.depart() }
    return all
  }

  // MARK: Reports

  /// Whether a report waits until the intent that made it has returned.
  private func isHeldBack(_ report: Int) -> Bool {
    guard plan.inside != nil, report == 0, reporters[report] == .sending else { return false }
    return sent[report]?.moment.isLate ?? false
  }

  private func canMove(_ report: Int) -> Bool {
    let isInside = plan.inside != nil && report == 0
    switch reporters[report] {
    case .done: return false
    case .ready:
      if isInside, let start = plan.inside {
        // An intent that is never called reports to nobody.
        if case .executing = starts[start] { return true } else { return false }
      }
      // Threads are alike: the first of them reports first.
      let first = plan.inside == nil ? 0 : 1
      return report == first || reporters[report - 1] != .ready
    case .sending:
      // A late report of an intent is sent when the intent has returned.
      if isHeldBack(report), let start = plan.inside, isStarting(in: run(of: start)) { return false }
      return true
    }
  }

  private mutating func move(report: Int) {
    switch reporters[report] {
    case .ready: make(report)
    case .sending:
      reporters[report] = .done
      guard let entry = sent[report] else { return }
      // One that was held back, and taken meanwhile, isn't sent at all.
      if !(plan.inside != nil && report == 0 && entry.moment.isLate && entry.isTaken) {
        mail[run(of: entry.link)].append(.report(report))
      }
    case .done: break
    }
  }

  private mutating func make(_ report: Int) {
    claim(report)
    guard state.isBound, let link else {
      state.reportEarly()
      early.append(report)
      reporters[report] = .done
      return
    }
    var isLate = false
    let (waits, number, time) = (isAwaited, startUnderWay, clock + 1)
    let moment = state.report(
      isAwaited: waits, during: number,
      at: {
        isLate = true
        return time
      }())
    if isLate { clock += 1 }
    sent[report] = Sent(link: link, moment: moment)
    if moment.canBelongToNext {
      if let latest = remembered.first, sent[latest]?.isOpened ?? true { remembered.removeFirst() }
      remembered.insert(report, at: 0)
    }
    reporters[report] = .sending
  }

  /// Takes note of the starts that the report belongs to, if their intents return the handler. While another start waits, or its
  /// report is on its way, these are only starts of the same run.
  private mutating func claim(_ report: Int) {
    let waiting = link.flatMap { isAwaited($0) ? run(of: $0) : nil }
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
    // The reports of the run's intents don't come any more.
    if let inside = plan.inside, starts[inside] == .cancelled, reporters[0] == .ready {
      reporters[0] = .done
      fates[0].extraIn = 0
    }
  }

  /// The owners let go of the handler when they have reported and nobody is going to return it.
  private var canDepart: Bool {
    !isGone && reporters.allSatisfy { $0 == .done } && !mail.joined().contains { $0.isReport }
      && starts.allSatisfy { start in
        switch start {
        case .ready, .executing, .bound: false
        default: true
        }
      }
  }

  private mutating func depart() {
    isGone = true
    if state.phase == .serving, let link { mail[run(of: link)].append(.farewell(link)) }
  }
}
