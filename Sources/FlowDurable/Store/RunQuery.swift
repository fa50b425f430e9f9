/// The runs that a caller asks a store for. Properties that are nil don't restrict the answer.
///
/// ```swift
/// var query = RunQuery(flows: ["order"], states: [.waiting, .parked])
/// query.changedBefore = StoreTime(milliseconds: 1_763_760_000_000)
/// ```
public struct RunQuery: Sendable, Hashable {
  /// The numbers of the runs. A number that no run has is left out of the answer.
  public var numbers: Set<RunNumber>?
  /// The names of the flows.
  public var flows: [String]?
  /// The kinds of states.
  public var states: Set<RunState.Kind>?
  /// The key.
  public var key: String?
  /// The tenant.
  public var tenant: String?
  /// The queue.
  public var queue: String?
  /// The step at which the runs stand.
  public var position: String?
  /// The time before which the runs have changed last.
  public var changedBefore: StoreTime?
  /// Whether the runs with the highest numbers come first. By default, the ones with the lowest do.
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
