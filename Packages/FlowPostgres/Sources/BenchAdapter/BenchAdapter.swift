import Dispatch
import FlowDurable
import FlowPostgres
import Foundation
import Synchronization

/// The adapter of the store for the benchmark hardbyte/postgresql-job-queue-benchmarking: starts jobs at a rate, works for
/// them, and writes samples until it receives SIGTERM.
public final class BenchAdapter: Sendable {
  private let settings: AdapterSettings
  private let lines: AdapterLines
  private let counts = Mutex(BenchCounts())
  private let depth = Mutex(QueueDepth())
  private let write: @Sendable (String) -> Void

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - write: Receives each line.
  public init(_ settings: AdapterSettings, writing write: @escaping @Sendable (_ line: String) -> Void) {
    self.settings = settings
    self.write = write
    lines = AdapterLines(instance: settings.instance)
  }

  /// Works until a stream has an element or ends, and writes the last samples then.
  ///
  /// - Parameter stop: The stream.
  /// - Throws: A `PostgresError` if the store can't be opened; a `StoreError` if it has failed for good.
  public func run(until stop: AsyncStream<Void>) async throws {
    let store = try await open()
    // Ask the server, because the address may be keywords and values, or have no name.
    let rows = try await store.transaction { sql in try await sql.query("select current_database() as name") }
    write(
      lines.descriptor(
        schema: settings.schema, database: rows.first?["name"] ?? "", version: "0.2.0", at: Date()))
    let flow = try BenchJobs.flow(working: settings.work) { [self] latency, second in
      counts.withLock { $0.latencies.add(latency, at: second) }
    }
    let worker = FlowWorker(
      store, running: [flow], atOnce: settings.workers, lease: .seconds(10), name: "bench \(settings.instance)",
      keepingEnded: nil,
      reporting: { [self] event in complain("\(event)") },
      noting: { [self] activity in counts.withLock { $0.note(activity) } })
    let working = Task { try await worker.run() }
    let tasks = [
      Task { await produce(flow, FlowStarter(store)) }, Task { await watchDepth(store) }, Task { await sample() },
    ]
    for await _ in stop { break }
    for task in tasks { task.cancel() }
    // The benchmark gives five seconds.
    await worker.stop(grace: .seconds(2))
    for task in tasks { await task.value }
    try await working.value
    await store.close()
  }

  private func open() async throws -> PostgresStore {
    var settings = PostgresSettings()
    settings.schema = self.settings.schema
    settings.keepEnded = nil
    return try await PostgresStore(self.settings.address, settings: settings)
  }

  // MARK: Starting jobs

  private func produce(_ flow: DurableFlow<BenchJob, Void>, _ starter: FlowStarter) async {
    guard settings.produces else { return }
    let padding = String(repeating: "x", count: max(0, settings.payloadBytes - 40))
    var credit = RateCredit(at: .now)
    var control = settings.rate.map { RateControl(fallback: $0) }
    while !Task.isCancelled {
      let count = due(&credit, &control)
      if count > 0 {
        let starts = (0..<count).map { _ in RunStart(BenchJob(made: BenchJobs.now, padding: padding)) }
        do {
          _ = try await starter.start(flow, starts)
          counts.withLock { $0.started += count }
        } catch {
          complain("\(error)")
        }
      }
      if count < settings.batchSize { try? await Task.sleep(for: settings.batchPause) }
    }
  }

  private func due(_ credit: inout RateCredit, _ control: inout RateControl?) -> Int {
    let text = settings.rateFile.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    guard let rate = control?.rate(of: text, orSay: complain) else {
      let unclaimed = counts.withLock { $0.unclaimed }
      return min(settings.batchSize, depth.withLock { $0.missing(for: settings.targetDepth, unclaimed: unclaimed) })
    }
    return credit.take(rate: rate, at: .now, atMost: settings.batchSize)
  }

  /// Prints a line about a fault. A fault that can't be printed changes nothing.
  private func complain(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }

  // MARK: Samples

  /// Counts the jobs that no worker has claimed.
  private func watchDepth(_ store: PostgresStore) async {
    guard settings.watchesDepth else { return }
    let query = "select count(*) as depth from \"\(settings.schema)\".runs where state = 'ready'"
    while !Task.isCancelled {
      let rows = try? await store.transaction { sql in try await sql.query(query) }
      if let count = rows?.first?["depth"].flatMap({ Int($0) }) {
        let unclaimed = counts.withLock { $0.unclaimed }
        depth.withLock { $0.note(count, unclaimed: unclaimed) }
      }
      try? await Task.sleep(for: .seconds(min(settings.tick, 5)))
    }
  }

  private func sample() async {
    var last = (time: ContinuousClock.now, counts: counts.withLock { $0 })
    while !Task.isCancelled {
      let delay = AdapterLines.delay(after: Date(), tick: settings.tick)
      try? await Task.sleep(for: .seconds(delay))
      let now = (time: ContinuousClock.now, counts: counts.withLock { $0 })
      report(since: last.counts, now.counts, in: max(0.001, (now.time - last.time) / .seconds(1)))
      last = now
    }
  }

  private func report(since last: BenchCounts, _ counts: BenchCounts, in seconds: Double) {
    let time = Date()
    let names = ["claim_p50_ms", "claim_p95_ms", "claim_p99_ms"]
    if let values = counts.latencies.percentiles([0.5, 0.95, 0.99], at: Int(time.timeIntervalSince1970)) {
      for (name, value) in zip(names, values) {
        write(lines.sample(name, value, window: LatencyHistogram.window, at: time))
      }
    }
    for (name, value) in [
      ("enqueue_rate", counts.started - last.started), ("completion_rate", counts.completed - last.completed),
      ("claim_rate", counts.claims - last.claims), ("empty_claim_rate", counts.emptyClaims - last.emptyClaims),
    ] { write(lines.sample(name, Double(value) / seconds, window: settings.tick, at: time)) }
    if settings.instance == 0 {
      write(lines.sample("queue_depth", Double(depth.withLock { $0.counted }), window: 0, at: time))
    }
  }
}
