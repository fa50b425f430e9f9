/// The data of a run that a store has without reading its records.
///
/// ```swift
/// for run in try await store.runs(RunQuery(flows: ["order"], states: [.parked]), after: nil, limit: 100) {
///   print(run.number, run.position ?? "the start", run.state)
/// }
/// ```
public struct RunSummary: Sendable, Hashable {
  /// The number of the run.
  public var number: RunNumber
  /// The name of the flow.
  public var flow: String
  /// The key of the run.
  public var key: String?
  /// The queue of the run.
  public var queue: String
  /// The tenant of the run.
  public var tenant: String?
  /// The priority of the run.
  public var priority: Int
  /// The state of the run.
  public var state: RunState
  /// The step at which the run stands according to its records; nil if no record names a step.
  public var position: String?
  /// The number of claims since the last record.
  public var attempts: Int
  /// The number of the latest record.
  public var lastRecord: Int
  /// The number of messages that no record has taken.
  public var waitingMessages: Int
  /// The time at which the run was added.
  public var began: StoreTime
  /// The time of the latest record, or of the latest change of the state except by a claim.
  public var changed: StoreTime

  /// Creates a summary, for implementations of stores.
  public init(
    number: RunNumber, flow: String, key: String?, queue: String, tenant: String?, priority: Int, state: RunState,
    position: String?, attempts: Int, lastRecord: Int, waitingMessages: Int, began: StoreTime, changed: StoreTime
  ) {
    self.number = number
    self.flow = flow
    self.key = key
    self.queue = queue
    self.tenant = tenant
    self.priority = priority
    self.state = state
    self.position = position
    self.attempts = attempts
    self.lastRecord = lastRecord
    self.waitingMessages = waitingMessages
    self.began = began
    self.changed = changed
  }
}

/// The state of a run in a store.
///
/// ```swift
/// if case .parked(let reason) = summary.state { print(reason) }
/// ```
public enum RunState: Sendable, Hashable {
  /// Any worker may claim the run at the time or later.
  case ready(StoreTime)
  /// The run belongs to a worker until its lease ends.
  case held(until: StoreTime, by: String?)
  /// The run rests until a time, or until it receives a message with one of the names.
  case waiting(until: StoreTime?, for: [String])
  /// The run can't continue, for the reason in the sentence.
  case parked(String)
  /// The run has ended.
  case ended(RunEnding)

  /// The kind of a state, for queries.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Any worker may claim the run.
    case ready
    /// The run belongs to a worker.
    case held
    /// The run rests until a time or a message.
    case waiting
    /// The run can't continue.
    case parked
    /// The run has ended.
    case ended
  }

  /// The kind of the state.
  public var kind: Kind {
    switch self {
    case .ready: .ready
    case .held: .held
    case .waiting: .waiting
    case .parked: .parked
    case .ended: .ended
    }
  }
}
