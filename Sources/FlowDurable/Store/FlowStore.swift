/// A place where runs are kept, so that they survive their process.
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
/// A store decides what is due, by its own clock. It doesn't interpret records, apart from what ``FlowRecord`` says a store uses.
/// When a call returns, the store keeps what the call has changed. A call that throws has changed nothing, unless the error says
/// that the outcome is unknown (``StoreError/mayHaveChanged``). You can call the methods from any task.
///
/// The tests in `FlowStoreLaws` of FlowDurableTesting say what each store must do, and the article "Writing a store" of that module says how.
public protocol FlowStore: RunAdding {
  /// A text that identifies the store, also after it was opened again. Codecs can bind what they seal to it.
  var identity: String { get }

  /// Claims runs that are due.
  ///
  /// Runs with higher priorities come first. Among runs with one priority, the tenant with the fewest held runs comes first, then
  /// the run that has been due for the longest time. A run whose lease has ended is due. The store parks a run that was claimed
  /// five times without a record, with a ``FlowRecord/Body/parked(_:)`` record, instead of giving it out again.
  ///
  /// - Parameter request: The flows, the number of runs, and the lease.
  /// - Returns: The runs; none if nothing is due.
  /// - Throws: An error of the store.
  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun]

  /// Appends records to a claimed run, and says what becomes of it: all or nothing.
  ///
  /// The store gives the records their numbers and their time. A ``FlowRecord/Body/waiting(_:)`` record without a due time gets
  /// the one of the disposition. A ``FlowRecord/Body/snapshot(_:)`` replaces all records before it. Without records and with
  /// ``RunDisposition/hold(lease:)``, the call is a heartbeat.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - run: The run, as ``claim(_:)`` has returned it, with ``ClaimedRun/seen`` brought up to date.
  ///   - disposition: What becomes of the run.
  /// - Returns: The messages that the worker doesn't know of.
  /// - Throws: ``StoreError/leaseLost(_:)`` if the claim isn't the run's latest, or the run isn't held any more.
  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox

  /// Sends a message to a run.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - run: The number of the run.
  /// - Returns: Whether the message was new.
  /// - Throws: ``StoreError/unknownRun(_:)``, ``StoreError/runEnded(_:)``, ``StoreError/inboxFull(_:limit:)``.
  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery

  /// Returns runs in the order of their numbers: from the lowest, or from the highest with ``RunQuery/newestFirst``.
  ///
  /// - Parameters:
  ///   - query: Which runs.
  ///   - number: The number after which to begin, in the order of the answer; nil for the first.
  ///   - limit: The number of runs to return at most.
  /// - Returns: The runs.
  /// - Throws: An error of the store.
  func runs(
    _ query: RunQuery, after number: RunNumber?, limit: Int
  ) async throws(StoreError) -> [RunSummary]

  /// Counts runs by their flow, the step at which they stand, and their state.
  ///
  /// By default, reads the runs page by page.
  ///
  /// - Parameter query: Which runs.
  /// - Returns: The numbers of runs, in any order. Each combination appears once.
  /// - Throws: An error of the store.
  func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount]

  /// Returns the messages of a run that no record has taken, oldest first, without claiming the run.
  ///
  /// By default, throws an error: the store can't list them.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The number of the message after which to begin; 0 for the first.
  ///   - limit: The number of messages to return at most.
  /// - Returns: The messages.
  /// - Throws: ``StoreError/unknownRun(_:)``.
  func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage]

  /// Returns the records of a run in the order of their numbers: all since the latest snapshot.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The record number after which to begin; 0 for the first.
  ///   - limit: The number of records to return at most.
  /// - Returns: The records.
  /// - Throws: ``StoreError/unknownRun(_:)``.
  func records(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [FlowRecord]

  /// Removes runs that have ended, with all that belongs to them. Their keys can be used again.
  ///
  /// - Parameters:
  ///   - time: The time before which the runs have ended.
  ///   - limit: The number of runs to remove at most. The ones with the lowest numbers go first.
  /// - Returns: The number of runs that were removed.
  /// - Throws: An error of the store.
  func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int

  /// Returns the time of the store's clock.
  func now() async throws(StoreError) -> StoreTime

  /// A hint each time when a run may have become due or has ended. Each access returns a new stream, which begins with a hint.
  ///
  /// A store may miss a hint, so a worker asks from time to time anyway.
  var wakes: AsyncStream<Void> { get }
}

/// Where runs are added: a store, or something that belongs to one, such as a transaction of its database.
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
}
