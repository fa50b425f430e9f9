import FlowDurable
import FlowState

/// The runs of this process.
struct WatchedRuns: RunSource {
  let path = "/process"
  let watch: RunWatch
  let flows: [String: DurableDefinition] = [:]

  func now() async throws -> StoreTime { StoreTime.systemTime }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws -> [RunSummary] {
    var all = watch.all
    if query.order != .number { all.sort { ($0.rank(query.order), $0.number) < ($1.rank(query.order), $1.number) } }
    if query.newestFirst { all.reverse() }
    if let number {
      if query.order == .number {
        all.removeAll { query.newestFirst ? $0.number >= number : $0.number <= number }
      } else if let place = all.firstIndex(where: { $0.number == number }) {
        all.removeFirst(place + 1)
      }
    }
    return Array(all.filter { query.matches($0) }.prefix(limit))
  }

  func flowNames() async throws -> Set<String> { Set(watch.all.map(\.flow)) }

  func counts(_ query: RunQuery) async throws -> [RunCount]? {
    var counts: [RunCount: Int] = [:]
    for run in watch.all where query.matches(run) {
      var ending: RunEnding?
      if case .ended(let how) = run.state { ending = how }
      let kind = RunCount(
        flow: run.flow, position: run.position, state: run.state.kind, ending: ending, runs: 0,
        oldest: StoreTime(milliseconds: 0))
      counts[kind, default: 0] += 1
    }
    return counts.map { kind, number in
      var count = kind
      count.runs = number
      return count
    }
  }

  func detail(of number: RunNumber) async throws -> RunDetail {
    guard let run = watch.run(number) else { throw StoreError.unknownRun(number) }
    let start = run.events.first?.time ?? .zero
    let lines = run.events.compactMap { $0.line(since: start) }
    var detail = RunDetail(summary: run.summary, events: run.events, lines: lines)
    detail.hasSnapshot = run.dropped > 0
    detail.failure = try await failure(of: run.summary)
    return detail
  }

  func failure(of run: RunSummary) async throws -> RunFailure? {
    guard case .runEnded(.failed(let error))? = watch.run(run.number)?.events.last?.kind else { return nil }
    return RunFailure(text: "\(error)")
  }

  func sample(of flow: String) async throws -> FlowSample {
    var sample = FlowSample()
    for run in watch.all where run.flow == flow {
      if let run = watch.run(run.number) { sample.add(run.events) }
    }
    return sample
  }

  var changes: AsyncStream<Void> { watch.changes }
}

extension RunQuery {
  fileprivate func matches(_ run: RunSummary) -> Bool {
    (flows?.contains(run.flow) ?? true) && (states?.contains(run.state.kind) ?? true)
      && (endings.map { endings in run.ending.map(endings.contains) ?? false } ?? true)
      && (keyPrefix.map { run.key?.utf8.starts(with: $0.utf8) ?? false } ?? true)
      && (beganFrom.map { $0 <= run.began } ?? true) && (key.map { $0 == run.key } ?? true)
      && (position.map { $0 == run.position } ?? true)
      && (changedBefore.map { run.changed < $0 } ?? true)
  }
}

extension RunSummary {
  /// The way in which the run has ended; nil if it hasn't.
  fileprivate var ending: RunEnding? {
    if case .ended(let ending) = state { ending } else { nil }
  }

  /// The value by which a run of this process is sorted. It has no worker and no attempts.
  fileprivate func rank(_ order: RunOrder) -> Int64 {
    switch order {
    case .number, .attempts, .worker: 0
    case .changed: changed.milliseconds
    case .duration: changed.milliseconds - began.milliseconds
    }
  }
}

extension FlowEvent {
  /// Returns the event as a line of a page; nil for an event that a page doesn't list.
  fileprivate func line(since start: Duration) -> RunLine? {
    let name = step.map { step in wrapper.map { "\(step) (\($0.rawValue))" } ?? step } ?? ""
    let (mark, sentence): (RunLine.Mark, String)
    switch kind {
    case .runBegan(let parent?): (mark, sentence) = (.plain, "The run began, at \(parent).")
    case .runBegan: (mark, sentence) = (.plain, "The run began.")
    case .runResumed: (mark, sentence) = (.plain, "The run was resumed.")
    case .runSetAside: (mark, sentence) = (.waiting, "The run was set aside.")
    case .variantExposed(let assignment): (mark, sentence) = (.plain, "The run met its variant: \(assignment).")
    case .stepBegan: (mark, sentence) = (.plain, "\(name) began.")
    case .contentSet: (mark, sentence) = (.plain, "The content of \(name) was set.")
    case .contextSet(let key, nil): (mark, sentence) = (.plain, "The value of \(key) was removed.")
    case .contextSet(let key, _): (mark, sentence) = (.plain, "The value of \(key) was set.")
    case .contextRestored(let key, _): (mark, sentence) = (.undone, "The value of \(key) was restored.")
    case .stepCompleted: (mark, sentence) = (.good, "\(name) completed.")
    case .stepFailed(let error): (mark, sentence) = (.bad, "\(name) failed: \(error.rootCause ?? error)")
    case .stepTimedOut: (mark, sentence) = (.bad, "\(name) exceeded its time limit.")
    case .stepAbandoned: (mark, sentence) = (.bad, "\(name) was abandoned.")
    case .stepCancelled: (mark, sentence) = (.undone, "\(name) was cancelled.")
    case .stepDelayed(let delay): (mark, sentence) = (.waiting, "\(name) waits for \(delay.words).")
    case .contentRestored: (mark, sentence) = (.undone, "The content of \(name) was restored.")
    case .undoFailed(let error): (mark, sentence) = (.bad, "\(name) could not be undone: \(error.rootCause ?? error)")
    case .backRefused(let error): (mark, sentence) = (.plain, "\(error)")
    case .stepUndone: (mark, sentence) = (.undone, "\(name) was undone.")
    case .wentBack: (mark, sentence) = (.undone, "Went back to \(name).")
    case .extraCompletionIgnored: (mark, sentence) = (.bad, "An extra completion of \(name) was ignored.")
    case .rested: return nil
    case .runEnded(.completed): (mark, sentence) = (.good, "The run completed.")
    case .runEnded(.failed(let error)): (mark, sentence) = (.bad, "The run failed: \(error)")
    case .runEnded(.cancelled): (mark, sentence) = (.undone, "The run was cancelled.")
    }
    // The clock of the run has no date.
    let time = (time - start).components
    let at = StoreTime(milliseconds: time.seconds * 1_000 + time.attoseconds / 1_000_000_000_000_000)
    return RunLine(number: sequence, at: at, mark: mark, sentence: sentence)
  }
}
