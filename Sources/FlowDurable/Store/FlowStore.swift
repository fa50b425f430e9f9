/// A store that keeps runs, so that they survive the end of their process.
///
/// ```swift
/// let store: any FlowStore = MemoryStore()
/// let (number, _) = try await store.add(NewRun(flow: "order", key: "4711"))
/// for claimed in try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))) {
///   let ended = FlowRecord(.ended(.init(.completed)))
///   _ = try await store.append([ended], to: claimed, then: .end(.completed))
/// }
/// ```
///
/// A store decides by its own clock which runs are due. It doesn't interpret records, except for the parts that
/// ``FlowRecord`` lists. When a call returns, the store keeps its changes. A call that throws has changed nothing,
/// unless the error reports that the outcome is unknown (``StoreError/mayHaveChanged``). You can call the methods from
/// any task.
///
/// The tests in `FlowStoreLaws` of FlowDurableTesting define what each store must do. The article "Writing a store" of
/// that module explains how.
public protocol FlowStore: RunAdding {
  /// An identifier of the store, which stays the same when the store is opened again. Codecs can bind sealed values to
  /// it.
  var identity: String { get }

  /// Claims runs that are due.
  ///
  /// Runs with higher priorities come first. Among runs with the same priority, the tenant with the fewest held runs
  /// comes first, then the run that has been due for the longest time. A run whose lease has ended is due. If a run was
  /// claimed five times without a record, the store doesn't return it but parks it with a
  /// ``FlowRecord/Body/parked(_:)`` record.
  ///
  /// - Parameter request: The flows, the number of runs, and the lease.
  /// - Returns: The runs; none if nothing is due.
  /// - Throws: An error of the store.
  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun]

  /// Appends records to a claimed run and sets its disposition, in one atomic change.
  ///
  /// The store assigns the numbers and the time of the records. A ``FlowRecord/Body/waiting(_:)`` record without a due
  /// time gets the one of the disposition. A ``FlowRecord/Body/snapshot(_:)`` replaces all records before it. Without
  /// records and with ``RunDisposition/hold(lease:)``, the call is a heartbeat.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - run: The run that ``claim(_:)`` returned, with an updated ``ClaimedRun/seen``.
  ///   - disposition: The state of the run after the append.
  /// - Returns: The messages that the worker hasn't received yet.
  /// - Throws: ``StoreError/leaseLost(_:)`` if the claim isn't the run's latest, or the run is no longer held.
  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox

  /// Sends a message to a run.
  ///
  /// A run that has ended receives no messages, with these exceptions: the commands to go back, to retry, and to cancel make
  /// a failed run due, and the commands to go back and to retry make a cancelled run due.
  ///
  /// A command makes a parked run due. If the same command still waits, because workers have died before they took it, the store
  /// keeps only that one, and makes the run due all the same. A command whose key the run has received before changes nothing. With
  /// a command other than ``FlowMessage/Content/touch``, the claims without a record are counted anew.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - run: The number of the run.
  /// - Returns: Whether the message was new.
  /// - Throws: ``StoreError/unknownRun(_:)``, ``StoreError/runEnded(_:)``, ``StoreError/inboxFull(_:limit:)``.
  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery

  /// Returns runs in the order of ``RunQuery/order``: lowest first, or highest first with ``RunQuery/newestFirst``.
  ///
  /// - Parameters:
  ///   - query: The conditions for the runs.
  ///   - number: The run after which to begin, in the order of the result; nil to begin with the first run. If the order
  ///     isn't that of the numbers, and the run doesn't exist, the result begins with the first run.
  ///   - limit: The maximum number of runs to return.
  /// - Returns: The runs.
  /// - Throws: An error of the store.
  func runs(
    _ query: RunQuery, after number: RunNumber?, limit: Int
  ) async throws(StoreError) -> [RunSummary]

  /// Counts runs by flow, step, and state.
  ///
  /// The default implementation reads the runs page by page.
  ///
  /// - Parameter query: The conditions for the runs.
  /// - Returns: The numbers of runs, in any order. Each combination appears once.
  /// - Throws: An error of the store.
  func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount]

  /// Returns the messages of a run that no record has taken, oldest first, without claiming the run.
  ///
  /// The default implementation throws an error, for stores that can't list messages.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The number of the message after which to begin; 0 for the first.
  ///   - limit: The maximum number of messages to return.
  /// - Returns: The messages.
  /// - Throws: ``StoreError/unknownRun(_:)``.
  func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage]

  /// Returns the records of a run since the latest snapshot, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The record number after which to begin; 0 for the first.
  ///   - limit: The maximum number of records to return.
  /// - Returns: The records.
  /// - Throws: ``StoreError/unknownRun(_:)``.
  func records(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [FlowRecord]

  /// Reads the first run that matches a query, with its records since the latest snapshot.
  ///
  /// A page of a journey needs both. The default implementation calls ``runs(_:after:limit:)`` and
  /// ``records(of:after:limit:)``; a store that can read both at once is faster.
  ///
  /// - Parameter query: The conditions for the run.
  /// - Returns: The run, whose records are at least as new as its summary; nil if no run matches.
  /// - Throws: An error of the store.
  func read(_ query: RunQuery) async throws(StoreError) -> RunReading?

  /// Removes runs that have ended, with everything that belongs to them. Their keys can be used again.
  ///
  /// - Parameters:
  ///   - time: The time before which the runs ended.
  ///   - limit: The maximum number of runs to remove, lowest numbers first.
  /// - Returns: The number of runs that were removed.
  /// - Throws: An error of the store.
  func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int

  /// Returns the time of the store's clock.
  func now() async throws(StoreError) -> StoreTime

  /// A stream with a hint each time a run may have become due or has ended. Each access returns a new stream, which
  /// begins with a hint.
  ///
  /// A store can miss a hint, so workers also claim runs at intervals.
  var wakes: AsyncStream<Void> { get }

  /// A stream with a hint each time a run may have become due, or a held run has received a message; see ``wakes``.
  ///
  /// Workers claim runs after such a hint. The default implementation returns ``wakes``, so that a worker also claims after the
  /// end of each run, and finds none.
  var dueWakes: AsyncStream<Void> { get }
}

extension FlowStore {
  /// The hints of ``wakes``.
  public var dueWakes: AsyncStream<Void> { wakes }
}

/// A place to which runs can be added: a store, or a part of one, such as a transaction of its database.
///
/// ```swift
/// let place: any RunAdding = MemoryStore()
/// let (number, isNew) = try await place.add(NewRun(flow: "order", key: "4711"))
/// ```
public protocol RunAdding: Sendable {
  /// Adds a run, unless the flow has a run with the same key.
  ///
  /// The run gets the record ``FlowRecord/Body/began(_:)`` with the number 1. It is due after ``NewRun/delay``.
  ///
  /// - Parameter run: The run.
  /// - Returns: The number of the new run, or of the run that has the key.
  /// - Throws: ``StoreError/tooLarge(value:bytes:limit:)``, or an error of the store.
  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool)

  /// Adds runs, each as ``add(_:)-(NewRun)`` does.
  ///
  /// The default implementation adds one run after the other, so runs may have been added when it throws.
  ///
  /// - Parameter runs: The runs.
  /// - Returns: For each run its number, or the number of the run that has its key, in the order of the parameter.
  /// - Throws: As ``add(_:)-(NewRun)``.
  func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)]
}

extension RunAdding {
  /// Adds one run after the other.
  public func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    var added: [(run: RunNumber, isNew: Bool)] = []
    for run in runs { added.append(try await add(run)) }
    return added
  }
}
