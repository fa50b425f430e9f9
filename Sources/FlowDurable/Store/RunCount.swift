/// The number of runs of a flow that are at a step in one state.
///
/// ```swift
/// for count in try await store.counts(RunQuery(states: [.parked])) {
///   print(count.runs, "runs of", count.flow, "are parked at", count.position ?? "the start")
/// }
/// ```
public struct RunCount: Sendable, Hashable {
  /// The name of the flow.
  public var flow: String
  /// The step at which the runs stand; nil if no record names one.
  public var position: String?
  /// The kind of the runs' state.
  public var state: RunState.Kind
  /// The way in which the runs have ended; nil if they haven't.
  public var ending: RunEnding?
  /// The number of runs.
  public var runs: Int
  /// The earliest time of the runs: for ``RunState/Kind/ready``, the time at which a run became due; for other states,
  /// the time of the latest change.
  public var oldest: StoreTime
  /// The earliest time at which one of the runs is due by itself; nil if there is none.
  ///
  /// For ``RunState/Kind/held``, the first lease ends at this time; for ``RunState/Kind/waiting``, the first wait does.
  /// If the time has passed, no worker has claimed the run since.
  public var due: StoreTime?

  /// Creates a count, for implementations of stores.
  public init(
    flow: String, position: String?, state: RunState.Kind, ending: RunEnding?, runs: Int, oldest: StoreTime,
    due: StoreTime? = nil
  ) {
    self.flow = flow
    self.position = position
    self.state = state
    self.ending = ending
    self.runs = runs
    self.oldest = oldest
    self.due = due
  }
}

extension FlowStore {
  /// Counts runs by reading them page by page.
  ///
  /// - Parameter query: The conditions for the runs.
  /// - Returns: The numbers of runs.
  /// - Throws: An error of the store.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
    var counts: [RunCount: RunCount] = [:]
    var last: RunNumber?
    while true {
      let page = try await runs(query, after: last, limit: 500)
      for run in page {
        let time = run.oldest
        // A count without a number and a time identifies the kind.
        let kind = RunCount(run, runs: 0, oldest: StoreTime(milliseconds: 0))
        var count = counts[kind] ?? RunCount(run, runs: 0, oldest: time)
        count.runs += 1
        count.oldest = min(count.oldest, time)
        if let due = run.due { count.due = min(count.due ?? due, due) }
        counts[kind] = count
      }
      guard page.count == 500 else { return Array(counts.values) }
      last = page.last?.number
    }
  }

  /// Throws an error, because the store can't list the messages of a run.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The number of the message after which to begin.
  ///   - limit: The maximum number of messages to return.
  /// - Returns: Nothing.
  /// - Throws: ``StoreError/refused(_:)``.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    throw .refused(StoreError.Details("This store can't list the messages of a run without claiming it."))
  }
}

extension RunCount {
  fileprivate init(_ run: RunSummary, runs: Int, oldest: StoreTime) {
    var ending: RunEnding?
    if case .ended(let how) = run.state { ending = how }
    self.init(
      flow: run.flow, position: run.position, state: run.state.kind, ending: ending, runs: runs, oldest: oldest)
  }
}

extension RunSummary {
  /// The due time of the run, for ``RunCount/due``.
  fileprivate var due: StoreTime? {
    switch state {
    case .ready(let due), .held(let due, _): due
    case .waiting(let due, _): due
    case .parked, .ended: nil
    }
  }

  /// The time of the run for ``RunCount/oldest``.
  fileprivate var oldest: StoreTime {
    if case .ready(let due) = state { due } else { changed }
  }
}
