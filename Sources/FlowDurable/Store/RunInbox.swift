/// The result of an append, with the messages that have arrived since the previous one.
///
/// ```swift
/// let inbox = try await store.append([], to: run, then: .hold(lease: .seconds(30)))  // a heartbeat
/// run.note(inbox)
/// ```
public struct RunInbox: Sendable, Hashable {
  /// The messages whose numbers are greater than ``ClaimedRun/seen``, oldest first; none after the end of the run.
  public let messages: [ReceivedMessage]
  /// The total number of messages that the run has received.
  public let arrived: Int
  /// The time of the append.
  public let now: StoreTime
  /// The time at which the lease ends; nil if the run no longer belongs to the worker.
  public let leaseEnds: StoreTime?
  /// The number of the latest record.
  public let lastRecord: Int

  /// Creates an inbox, for implementations of stores.
  public init(messages: [ReceivedMessage], arrived: Int, now: StoreTime, leaseEnds: StoreTime?, lastRecord: Int) {
    self.messages = messages
    self.arrived = arrived
    self.now = now
    self.leaseEnds = leaseEnds
    self.lastRecord = lastRecord
  }
}
