/// The conditions for runs that a caller requests from a store, and their order. A property that is nil sets no
/// condition.
///
/// ```swift
/// var query = RunQuery(flows: ["order"], states: [.waiting, .parked])
/// query.changedBefore = StoreTime(milliseconds: 1_763_760_000_000)
/// ```
public struct RunQuery: Sendable, Hashable {
  /// The numbers of the runs. Numbers without a run are ignored.
  public var numbers: Set<RunNumber>?
  /// The names of the flows.
  public var flows: [String]?
  /// The kinds of states.
  public var states: Set<RunState.Kind>?
  /// The ways in which the runs have ended. A run that hasn't ended doesn't match.
  public var endings: Set<RunEnding>?
  /// The key of the runs.
  public var key: String?
  /// The beginning of the runs' keys, compared byte by byte.
  public var keyPrefix: String?
  /// The tenant of the runs.
  public var tenant: String?
  /// The queue of the runs.
  public var queue: String?
  /// The step at which the runs stand.
  public var position: String?
  /// The time at which the runs were added, or later.
  public var beganFrom: StoreTime?
  /// The time before which the runs were added.
  public var beganBefore: StoreTime?
  /// The time before which the runs last changed.
  public var changedBefore: StoreTime?
  /// The property by which the runs are sorted.
  public var order = RunOrder.number
  /// Whether the order is reversed, so that the runs with the highest numbers come first. By default, the lowest numbers
  /// come first.
  public var newestFirst = false

  /// Creates a query for all runs of flows in states.
  ///
  /// - Parameters:
  ///   - flows: The names of the flows; nil for all flows.
  ///   - states: The kinds of states; nil for all.
  ///   - key: The key; nil for all.
  public init(flows: [String]? = nil, states: Set<RunState.Kind>? = nil, key: String? = nil) {
    self.flows = flows
    self.states = states
    self.key = key
  }
}

/// The property by which runs are sorted. Runs with equal properties are in the order of their numbers.
///
/// ```swift
/// var query = RunQuery(flows: ["order"])
/// query.order = .duration
/// query.newestFirst = true  // the longest first
/// ```
public enum RunOrder: String, Sendable, Hashable, CaseIterable {
  /// The number, which is the order in which runs were added.
  case number
  /// The time of the latest change.
  case changed
  /// The time from the beginning to the latest change.
  case duration
  /// The number of claims since the latest record.
  case attempts
  /// The name of the worker that holds the run, byte by byte. Runs without one come first.
  case worker
}
