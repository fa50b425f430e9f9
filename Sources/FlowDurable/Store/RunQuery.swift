/// The conditions for runs that a caller requests from a store. A property that is nil sets no condition.
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
  /// The key of the runs.
  public var key: String?
  /// The tenant of the runs.
  public var tenant: String?
  /// The queue of the runs.
  public var queue: String?
  /// The step at which the runs stand.
  public var position: String?
  /// The time before which the runs last changed.
  public var changedBefore: StoreTime?
  /// Whether the runs with the highest numbers come first. By default, the lowest numbers come first.
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
