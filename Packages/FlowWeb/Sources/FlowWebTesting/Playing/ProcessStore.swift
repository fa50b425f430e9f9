import FlowDurable
import FlowState
import Synchronization

/// The store as one process of a trial sees it. When the process dies, no call changes anything any more.
final class ProcessStore: ForwardingStore {
  let store: any FlowStore

  /// The maximum number of records of the work between two actions. Work with more of them is considered endless.
  private static let limit = 5_000

  private struct State {
    var isDead = false
    /// A sentence about work that doesn't end.
    var endless: String?
    /// The number of records of the work.
    var records = 0
    /// The number of records of work that are stored before the process dies; nil if it lives on.
    var appendsLeft: Int?

    /// Ends the process because its work doesn't end.
    mutating func end(_ sentence: String) { (isDead, endless) = (true, sentence) }
  }

  private let state = Mutex(State())

  init(_ store: any FlowStore) { self.store = store }

  var isDead: Bool { state.withLock { $0.isDead } }

  /// A sentence about work that doesn't end; nil if there is none.
  var endless: String? { state.withLock { $0.endless } }

  func die() { state.withLock { $0.isDead = true } }

  /// Ends the process because its work doesn't end.
  func end(_ sentence: String) { state.withLock { $0.end(sentence) } }

  /// Begins to count the records of some work.
  func beginWork() { state.withLock { $0.records = 0 } }

  /// Makes the process die when it stores more than a number of changes of the work that it does; nil lets it live.
  func die(after appends: Int?) { state.withLock { $0.appendsLeft = appends } }

  private func requireAlive() throws(StoreError) {
    if isDead { throw .closed }
  }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    await RequestTurn.current?.pause()
    try requireAlive()
    return try await store.add(run)
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    await RequestTurn.current?.pause()
    try requireAlive()
    return try await store.send(message, to: run)
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    try requireAlive()
    return try await store.claim(request)
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    try requireAlive()
    let lives = state.withLock { state in
      state.records += records.count
      guard state.records <= Self.limit else {
        state.end("The work of the steps doesn't end: after \(Self.limit) records in a row, it continues.")
        return false
      }
      guard !records.isEmpty, let left = state.appendsLeft else { return true }
      state.appendsLeft = left - 1
      if left == 0 { state.isDead = true }
      return left > 0
    }
    guard lives else { throw .closed }
    return try await store.append(records, to: run, then: disposition)
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    try requireAlive()
    return try await store.runs(query, after: number, limit: limit)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    try requireAlive()
    return try await store.records(of: run, after: number, limit: limit)
  }

  func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    try requireAlive()
    return try await store.read(query)
  }
}

/// The turn of a request among those that are sent at once.
final class RequestTurn: Sendable {
  /// The turn of the current task; nil outside a request.
  @TaskLocal static var current: RequestTurn?

  private let waits: AsyncStream<RequestWait>.Continuation
  private let pauses = Mutex<[Pause]>([])

  /// A pause before the first change of the store.
  private struct Pause: Sendable {
    let begin: @Sendable () -> Void
    let gate: AsyncStream<Void>
  }

  init(_ waits: AsyncStream<RequestWait>.Continuation) { self.waits = waits }

  /// Makes the request pause before its first change of the store.
  ///
  /// - Parameters:
  ///   - gate: A stream whose end lets the request continue.
  ///   - begin: Receives a call when the request pauses.
  func pausing(until gate: AsyncStream<Void>, _ begin: @escaping @Sendable () -> Void) {
    pauses.withLock { $0 = [Pause(begin: begin, gate: gate)] }
  }

  func pause() async {
    guard let pause = pauses.withLock({ $0.popLast() }) else { return }
    pause.begin()
    for await _ in pause.gate {}
  }

  /// Lets the worker work, and then ends a wait of the request, as if its time limit had passed.
  func wait(_ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    let wait = RequestWait(call)
    waits.yield(wait)
    return FlowAlarm { wait.end() }
  }
}

/// A wait of a request for the work of the worker.
final class RequestWait: Sendable {
  private let call: @Sendable () -> Void
  private let hasEnded = Mutex(false)

  init(_ call: @escaping @Sendable () -> Void) { self.call = call }

  func end() { hasEnded.withLock { $0 = true } }

  func passTime() {
    let isFirst = hasEnded.withLock { hasEnded in
      let isFirst = !hasEnded
      hasEnded = true
      return isFirst
    }
    if isFirst { call() }
  }
}

/// The clock of a worker. Its time is that of the store, and waits of requests end when the worker has nothing to do.
struct RequestClock: FlowClock {
  let store: any FlowClock
  private let real = MonotonicClock()

  init(_ store: any FlowClock) { self.store = store }

  var now: Duration { store.now }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    RequestTurn.current.map { $0.wait(call) } ?? real.schedule(after: delay, call)
  }
}
