import FlowChains
import FlowDurable
import FlowState
import Synchronization

/// The runs of a store.
final class StoredRuns: RunSource {
  /// The number of runs whose records the page of a flow reads.
  static let sampleSize = 200
  /// The number of records that the page of a run shows.
  static let recordsShown = 500
  /// The number of messages that the page of a run shows.
  static let messagesShown = 50

  let path = "/runs"
  let store: any FlowStore
  let flows: [String: DurableDefinition]
  private let counting: RunCounts

  /// The failures of runs by their latest records, which don't change. A page that follows the store asks for them again
  /// and again.
  private let failures = Mutex<[RecordPlace: RunFailure]>([:])
  private static let failuresKept = 1_000
  /// The number of records among which a list looks for the failure of a run: more than the visits that a run undoes as a rule.
  private static let recordsOfEnding = 100

  /// A record of a run.
  private struct RecordPlace: Hashable {
    let run: RunNumber
    let record: Int
  }

  init(_ store: any FlowStore, flows: [any AnyDurableFlow], patience: Duration) {
    self.store = store
    counting = RunCounts(store, patience: patience)
    self.flows = Dictionary(flows.map { ($0.definition.identifier, $0.definition) }) { first, _ in first }
  }

  func now() async throws -> StoreTime { try await store.now() }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws -> [RunSummary] {
    try await store.runs(query, after: number, limit: limit)
  }

  func counts(_ query: RunQuery) async throws -> [RunCount]? { try await counting.of(query) }

  func flowNames() async throws -> Set<String> {
    Set((try await counts(RunQuery()) ?? []).map(\.flow)).union(flows.keys)
  }

  /// Returns a run; nil if the store has no run with the number.
  func summary(of number: RunNumber) async throws -> RunSummary? {
    guard number.rawValue > 0 else { return nil }
    let before = number.rawValue > 1 ? RunNumber(rawValue: number.rawValue - 1) : nil
    return try await store.runs(RunQuery(), after: before, limit: 1).first { $0.number == number }
  }

  func detail(of number: RunNumber) async throws -> RunDetail {
    guard let summary = try await summary(of: number) else { throw StoreError.unknownRun(number) }
    // Only the latest records, if there are many.
    let first = max(0, summary.lastRecord - Self.recordsShown)
    let records: [FlowRecord]
    switch try await readRecords(of: number, after: first, limit: Self.recordsShown + 100) {
    case .success(let found): records = found
    case .failure(let error): return await detail(of: summary, without: error)
    }
    var detail = RunDetail(
      summary: summary, events: summary.events(from: records), lines: records.map(\.line))
    detail.marks = TimelineMark.all(records)
    detail.failure = RunFailure(records)
    if case .snapshot? = records.first?.body { detail.hasSnapshot = true }
    if first > 0 { detail.hasSnapshot = true }
    if summary.waitingMessages > 0 { detail.inbox = await inbox(of: number) }
    if let flow = flows[summary.flow] {
      // The first record has the variant of the run. If it can't be read, the others still can.
      let beginning = first > 0 ? try await readRecords(of: number, after: 0, limit: 1) : .success(records)
      detail.chain = (try? beginning.get()).flatMap { flow.chain(of: $0) } ?? flow.chains.first
    }
    detail.placesToReturn = places(records, detail)
    return detail
  }

  /// Returns a run whose records can't be read. It can still be cancelled, for example.
  private func detail(of summary: RunSummary, without error: StoreError) async -> RunDetail {
    var detail = RunDetail(summary: summary, events: [], lines: [])
    detail.unreadable = "\(error)"
    detail.chain = flows[summary.flow]?.chains.first
    if summary.waitingMessages > 0 { detail.inbox = await inbox(of: summary.number) }
    return detail
  }

  /// Returns records of a run, or the error if the others can still be read.
  private func readRecords(
    of number: RunNumber, after record: Int, limit: Int
  ) async throws(StoreError) -> Result<[FlowRecord], StoreError> {
    do throws(StoreError) {
      return .success(try await store.records(of: number, after: record, limit: limit))
    } catch {
      guard error.isAboutRecords else { throw error }
      return .failure(error)
    }
  }

  func failure(of run: RunSummary) async throws -> RunFailure? {
    let last = RecordPlace(run: run.number, record: run.lastRecord)
    if let known = failures.withLock({ $0[last] }) { return known }
    // The settlement of the failed step is before the end of the run, and before a record of each visit that was undone.
    let limit = Self.recordsOfEnding
    let found = try await readRecords(of: run.number, after: max(0, run.lastRecord - limit), limit: limit)
    guard case .success(let records) = found, let failure = RunFailure(records) else { return nil }
    failures.withLock { failures in
      if failures.count >= Self.failuresKept { failures = [:] }
      failures[last] = failure
    }
    return failure
  }

  private func inbox(of number: RunNumber) async -> RunDetail.Inbox {
    do {
      return .messages(try await store.messages(of: number, after: 0, limit: Self.messagesShown))
    } catch {
      return .unknown("\(error)")
    }
  }

  /// Returns the steps that have settled and, with a snapshot, all steps of the flow, because the snapshot may contain
  /// them.
  private func places(_ records: [FlowRecord], _ detail: RunDetail) -> [String] {
    var seen: Set<String> = []
    var places: [String] = []
    func add(_ step: String) { if seen.insert(step).inserted { places.append(step) } }
    for record in records.reversed() {
      if case .settled(let settled) = record.body, settled.failure == nil { add(settled.step) }
    }
    if detail.hasSnapshot { for step in detail.chain?.steps ?? [] { add(step.identifier) } }
    return places
  }

  func sample(of flow: String) async throws -> FlowSample {
    var query = RunQuery(flows: [flow])
    query.newestFirst = true
    var sample = FlowSample()
    for run in try await store.runs(query, after: nil, limit: Self.sampleSize) {
      do {
        // The page of a run that can't be read shows the error.
        guard case .success(let records) = try await readRecords(of: run.number, after: 0, limit: 200) else { continue }
        sample.add(run.events(from: records))
      } catch StoreError.unknownRun {
        // The run was removed after it was listed.
      }
    }
    return sample
  }

  /// A stream of the store's hints. The store can miss a hint, and gives none while a worker holds a run, so the stream
  /// also has an element each second.
  var changes: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let hinting = Task { [store] in for await _ in store.wakes { continuation.yield() } }
    let asking = Task {
      while !Task.isCancelled {
        continuation.yield()
        try? await Task.sleep(for: .seconds(1))
      }
    }
    continuation.onTermination = { _ in
      hinting.cancel()
      asking.cancel()
    }
    return stream
  }
}

extension StoreError {
  /// Whether the error is about the records of one run, so that other runs can still be read.
  fileprivate var isAboutRecords: Bool {
    switch self {
    case .invalidRecord, .damaged: true
    default: false
    }
  }
}

extension RunFailure {
  /// Reads the failure from the latest records of a run.
  fileprivate init?(_ records: [FlowRecord]) {
    guard case .ended(let ended)? = records.last?.body, ended.ending == .failed else { return nil }
    let failure = ended.failure
    text = failure.map { "\($0.text.isEmpty ? $0.type : $0.text)" } ?? "The reason isn't known."
    for record in records.reversed() {
      guard case .settled(let settled) = record.body, settled.failure != nil else { continue }
      step = settled.step
      break
    }
  }
}
