/// A run that belongs to a worker until its lease ends.
///
/// ```swift
/// for run in try await store.claim(request) {
///   print(run.run, run.flow, run.records.count, run.messages.count)
/// }
/// ```
///
/// The claim has a fence, a number. When another worker has claimed the run, appends with the old fence change nothing
/// and throw ``StoreError/leaseLost(_:)``.
public struct ClaimedRun: Sendable, Hashable {
  /// The number of the run.
  public let run: RunNumber
  /// The name of the flow.
  public let flow: String
  /// The key of the run.
  public let key: String?
  /// The queue of the run.
  public let queue: String
  /// The tenant of the run.
  public let tenant: String?
  /// The priority of the run.
  public let priority: Int
  /// The number of this claim among all claims of the run, from 1.
  public let fence: Int
  /// The number of claims since the last record, including this one but excluding released claims.
  ///
  /// It is 1 unless workers have died, or lost their lease, without adding a record.
  public let attempt: Int
  /// The time of the claim.
  public let now: StoreTime
  /// The time at which the lease ends.
  public var leaseEnds: StoreTime
  /// The latest snapshot and all records after it, or all records if there is no snapshot. The first one is a
  /// ``FlowRecord/Body/began(_:)`` or a ``FlowRecord/Body/snapshot(_:)``.
  public var records: [FlowRecord]
  /// The messages that no record has taken, oldest first.
  public var messages: [ReceivedMessage]
  /// The number of the latest message that the worker has received.
  ///
  /// When the run begins to wait, the store compares it. If another message has arrived, the run is due at once. Update
  /// it with ``note(_:)``.
  public var seen: Int
  /// Released when a worker of this process no longer works for the run; nil if the caller didn't ask for it, or the store
  /// has other processes.
  package var hold: RunHold?

  /// Creates a claimed run, for implementations of stores.
  public init(
    run: RunNumber, flow: String, key: String?, queue: String, tenant: String?, priority: Int, fence: Int, attempt: Int,
    now: StoreTime, leaseEnds: StoreTime, records: [FlowRecord], messages: [ReceivedMessage], seen: Int
  ) {
    self.run = run
    self.flow = flow
    self.key = key
    self.queue = queue
    self.tenant = tenant
    self.priority = priority
    self.fence = fence
    self.attempt = attempt
    self.now = now
    self.leaseEnds = leaseEnds
    self.records = records
    self.messages = messages
    self.seen = seen
  }

  /// Adds the new messages and the end of the lease from the result of an append.
  ///
  /// - Parameter inbox: The result of the append.
  public mutating func note(_ inbox: RunInbox) {
    messages += inbox.messages
    seen = inbox.arrived
    if let end = inbox.leaseEnds { leaseEnds = end }
  }
}
