public import FlowDurable
import FlowJSON
import ServiceContextModule
import Synchronization
public import Tracing

/// A store that creates one span for each visit of a step of a durable run, in whichever process the visit ends.
///
/// ```swift
/// let store = TracedStore(try FileStore(at: "orders.journal"))
/// let worker = FlowWorker(store, running: [order])
/// ```
///
/// `FlowWorker.start` creates a span for the run inside the current span, for example of a request. Runs that are
/// started in one call share a span. The context of this span is stored in the run's records, in ``FlowRecord/others``.
/// The spans of all visits are inside it, even if other processes create them days later. Each span links to the span of
/// the previous visit. A visit that runs again after its process has died has one span, with the attempt as an
/// attribute. Values are never attributes.
///
/// All processes that work on the store need a tracer that writes and reads contexts in the same format. During the
/// work of a step, its span isn't the current span, because the span is created after the visit has settled.
///
/// It uses `Tracer`, `Injector`, and `Extractor` of the swift-distributed-tracing package.
public final class TracedStore: ForwardingStore {
  /// The name of the record member that has the contexts.
  static let member = "trace"

  /// The contexts of a run according to its records.
  private struct Trace: Sendable {
    /// The span of the run.
    var run: [String: String]
    /// The span of the latest visit.
    var visit: [String: String]?
    /// The time of the latest record, at which a visit without a measured duration began.
    var latest: StoreTime?

    var json: JSONValue {
      var object: JSONObject = ["run": Self.json(run)]
      object["visit"] = visit.map(Self.json)
      return .object(object)
    }

    private static func json(_ carrier: [String: String]) -> JSONValue {
      .object(JSONObject(carrier.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }))
    }

    init(run: [String: String]) {
      self.run = run
    }

    init?(_ json: JSONValue?) {
      guard let json, let run = Self.carrier(JSONElement(json)["run"]) else { return nil }
      self.run = run
      visit = Self.carrier(JSONElement(json)["visit"])
    }

    private static func carrier(_ element: JSONElement) -> [String: String]? {
      guard let members = try? element.members() else { return nil }
      var carrier: [String: String] = [:]
      for (name, value) in members {
        if let text = try? value.string() { carrier[name] = text }
      }
      return carrier
    }
  }

  /// An append with its spans. It is kept after a temporary failure of the store: the worker repeats it, and a store
  /// recognizes a repeated append by its records.
  private struct Append: Sendable {
    let fence: Int
    let records: [FlowRecord]
    let disposition: RunDisposition
    /// The records with their contexts.
    var written: [FlowRecord]
    var spans: [(span: any Span, end: DefaultTracerClock.Timestamp)] = []
    /// The contexts after the append.
    var trace: Trace
  }

  /// The store that keeps the runs.
  public let store: any FlowStore
  private let tracer: any Tracer
  private let traces = Mutex<[RunNumber: Trace]>([:])
  private let failed = Mutex<[RunNumber: Append]>([:])

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - store: The store that keeps the runs.
  ///   - tracer: The tracer that creates the spans. The default is the one from `InstrumentationSystem.bootstrap(_:)`.
  public init(_ store: any FlowStore, tracer: any Tracer = InstrumentationSystem.tracer) {
    self.store = store
    self.tracer = tracer
  }

  // MARK: Tracing

  /// Adds a run, with the context of a span.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    let span = tracer.startSpan(run.flow, context: .current ?? .topLevel, ofKind: .producer)
    defer { span.end() }
    var traced = run
    traced.others[Self.member] = Trace(run: carrier(of: span.context)).json
    do {
      let (number, isNew) = try await store.add(traced)
      span.attributes["flow.run"] = "\(run.flow)#\(number)"
      span.attributes["flow.new"] = isNew
      return (number, isNew)
    } catch {
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error, message: "\(error)"))
      throw error
    }
  }

  /// Adds runs, with the context of one span.
  public func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    guard let first = runs.first else { return try await store.add(runs) }
    let isOneFlow = runs.allSatisfy { $0.flow == first.flow }
    let span = tracer.startSpan(isOneFlow ? first.flow : "runs", context: .current ?? .topLevel, ofKind: .producer)
    defer { span.end() }
    let trace = Trace(run: carrier(of: span.context)).json
    let traced = runs.map { run in
      var traced = run
      traced.others[Self.member] = trace
      return traced
    }
    do {
      let added = try await store.add(traced)
      span.attributes["flow.runs"] = added.count
      span.attributes["flow.runs.new"] = added.count { $0.isNew }
      return added
    } catch {
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error, message: "\(error)"))
      throw error
    }
  }

  /// Claims runs, and reads their contexts.
  public func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let runs = try await store.claim(request)
    for run in runs {
      var trace: Trace?
      for record in run.records { trace = Trace(record.others[Self.member]) ?? trace }
      trace?.latest = run.records.last?.at
      let found = trace
      traces.withLock { $0[run.run] = found }
      endFailed(run.run, StoreError.leaseLost(run.run))
    }
    return runs
  }

  /// Appends records, and creates spans for the visits that they settle.
  public func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    guard !records.isEmpty, let trace = traces.withLock({ $0[run.run] }) else {
      let inbox = try await store.append(records, to: run, then: disposition)
      if !disposition.isHold { forget(run.run) }
      return inbox
    }
    let append = try await prepare(records, to: run, then: disposition, trace)
    do {
      let inbox = try await store.append(append.written, to: run, then: disposition)
      for (span, end) in append.spans { span.end(at: end) }
      var kept = append.trace
      kept.latest = inbox.now
      let trace = disposition.isHold ? kept : nil
      traces.withLock { $0[run.run] = trace }
      return inbox
    } catch {
      if error.isTemporary {
        failed.withLock { $0[run.run] = append }
      } else {
        end(append, error)
      }
      if case .leaseLost = error { forget(run.run) }
      throw error
    }
  }

  /// Returns an append with new spans, or the same append again after a temporary failure.
  private func prepare(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition, _ trace: Trace
  ) async throws(StoreError) -> Append {
    if let former = failed.withLock({ $0.removeValue(forKey: run.run) }) {
      if former.fence == run.fence, former.records == records, former.disposition == disposition { return former }
      end(former, nil)
    }
    let now = try await store.now()
    var append = Append(
      fence: run.fence, records: records, disposition: disposition, written: records, trace: trace)
    for place in records.indices {
      if case .settled(let settled) = records[place].body {
        let (span, end) = begin(settled, of: run, append.trace, now: now)
        append.spans.append((span, end))
        append.trace.visit = carrier(of: span.context)
      }
      if records[place].keepsTrace { append.written[place].others[Self.member] = append.trace.json }
    }
    return append
  }

  /// Ends the spans of an append that, as far as this store knows, didn't succeed. The visit isn't recorded, so it
  /// settles elsewhere, or again.
  private func end(_ append: Append, _ error: StoreError?) {
    for (span, end) in append.spans {
      span.attributes["flow.recorded"] = false
      if let error { span.recordError(error) }
      span.end(at: end)
    }
  }

  private func endFailed(_ run: RunNumber, _ error: StoreError) {
    if let append = failed.withLock({ $0.removeValue(forKey: run) }) { end(append, error) }
  }

  private func begin(
    _ settled: FlowRecord.Settled, of run: ClaimedRun, _ trace: Trace, now: StoreTime
  ) -> (any Span, DefaultTracerClock.Timestamp) {
    // The times of the store's clock, converted to the clock of the tracer.
    let end = DefaultTracerClock.now.nanosecondsSinceEpoch
    let waited = trace.latest.map { max(0, now.milliseconds - $0.milliseconds) } ?? 0
    let time = settled.milliseconds.map { UInt64(max(0, $0)) } ?? UInt64(waited)
    let begin = end - min(end, time * 1_000_000)
    let span = tracer.startSpan(
      settled.step, context: context(of: trace.run), ofKind: .consumer,
      at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: begin))
    span.attributes["flow.run"] = "\(run.flow)#\(run.run)"
    span.attributes["flow.visit"] = settled.visit
    if settled.attempt > 1 { span.attributes["flow.attempt"] = settled.attempt }
    if let route = settled.route { span.attributes["flow.route"] = route }
    if let before = trace.visit { span.addLink(SpanLink(context: context(of: before), attributes: [:])) }
    if let failure = settled.failure {
      // The text of a failure can contain personal data.
      span.setStatus(SpanStatus(code: .error, message: failure.type))
    }
    return (span, DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end))
  }

  private func forget(_ run: RunNumber) {
    traces.withLock { $0[run] = nil }
  }

  private func carrier(of context: ServiceContext) -> [String: String] {
    var carrier: [String: String] = [:]
    tracer.inject(context, into: &carrier, using: Carrier())
    return carrier
  }

  private func context(of carrier: [String: String]) -> ServiceContext {
    var context = ServiceContext.topLevel
    tracer.extract(carrier, into: &context, using: Carrier())
    return context
  }

  private struct Carrier: Injector, Extractor {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
      carrier[key] = value
    }

    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
  }
}

extension FlowRecord {
  /// Whether the record stores the contexts, because a run can continue from it.
  fileprivate var keepsTrace: Bool {
    switch body {
    case .settled, .snapshot: true
    default: false
    }
  }
}
