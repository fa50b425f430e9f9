import FlowDurable
import FlowState
import TestSupport
import Testing

/// A store whose answers a test changes.
struct ChangedStore: ForwardingStore {
  let store: any FlowStore
  var claimed: @Sendable ([ClaimedRun]) -> [ClaimedRun] = { $0 }
  var kept: @Sendable ([FlowRecord]) -> [FlowRecord] = { $0 }
  var listed: @Sendable ([RunSummary]) -> [RunSummary] = { $0 }
  /// The run after which a page begins.
  var cursor: @Sendable (RunNumber?) -> RunNumber? = { $0 }
  var added: @Sendable ([NewRun]) -> [NewRun] = { $0 }
  var hints: (@Sendable (any FlowStore) -> AsyncStream<Void>)?

  init(_ store: any FlowStore) {
    self.store = store
  }

  var wakes: AsyncStream<Void> { hints?(store) ?? store.wakes }

  func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    try await store.add(added(runs))
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    var runs = claimed(try await store.claim(request))
    for place in runs.indices { runs[place].records = kept(runs[place].records) }
    return runs
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    kept(try await store.records(of: run, after: number, limit: limit))
  }

  func runs(
    _ query: RunQuery, after number: RunNumber?, limit: Int
  ) async throws(StoreError) -> [RunSummary] {
    listed(try await store.runs(query, after: cursor(number), limit: limit))
  }
}

/// A store whose claims read which runs are due, and write later. Two claims at the same time get the same runs.
final class LateWritingStore: ForwardingStore {
  let store: any FlowStore
  private let count = Locked(0)
  private let claimed = Locked<[ClaimedRun]>([])
  private let (hasRead, hasWritten) = (AsyncSignal(), AsyncSignal())

  init(_ store: any FlowStore) {
    self.store = store
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let number = count.withLock { count in
      count += 1
      return count
    }
    switch number {
    case 1:
      try await wait(for: hasRead)
      let runs = try await store.claim(request)
      claimed.withLock { $0 = runs }
      hasWritten.send()
      return runs
    case 2:
      hasRead.send()
      try await wait(for: hasWritten)
      return claimed.withLock { $0 }
    default: return try await store.claim(request)
    }
  }

  private func wait(for signal: AsyncSignal) async throws(StoreError) {
    do { try await signal.wait(orSay: "The other claim didn't come") } catch { throw .closed }
  }
}

/// A store that gives hints when a run becomes due, and none when a run goes to rest.
final class QuietStore: ForwardingStore {
  let store: any FlowStore
  private let streams = WakeStreams()

  init(_ store: any FlowStore) {
    self.store = store
  }

  var wakes: AsyncStream<Void> { streams.makeStream() }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    defer { streams.wake() }
    return try await store.add(run)
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    defer { streams.wake() }
    return try await store.send(message, to: run)
  }
}
