import FlowDurable
import FlowPostgres
import FlowState
import Foundation

/// Measures a store and bare inserts on the same server, in the same run: `PostgresBenchmark URL [SCALE]`.
@main
struct PostgresBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      print("Usage: PostgresBenchmark URL [SCALE]; 'benchmark' of this package starts a server for it.")
      exit(2)
    }
    let scale = arguments.count > 2 ? Double(arguments[2]) ?? 1 : 1
    let benchmark = PostgresBenchmark(url: arguments[1], scale: scale)
    try await benchmark.measure()
    exit(0)
  }

  let url: String
  let scale: Double

  private func count(_ full: Int) -> Int { max(64, Int(Double(full) * scale)) }

  private func measure() async throws {
    let bare = BareInserts(url: url)
    bare.prepare()
    var settings = PostgresSettings()
    settings.schema = "benchmark_\(Int.random(in: 0..<1_000_000_000))"
    settings.keepEnded = nil
    let store = try await PostgresStore(url, settings: settings)
    // Warm up both, and alternate between them.
    _ = bare.alone(200)
    let (loop, asyncLoop) = (try BenchmarkFlows.loop(), try BenchmarkFlows.asyncLoop())
    _ = try await steps(of: loop, on: store, runs: 1, each: 200)
    var (aloneTimes, appendTimes, stepTimes, asyncTimes): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<5 {
      aloneTimes.append(bare.alone(count(1_000)) / Double(count(1_000)))
      appendTimes.append(try await appends(count(1_000), to: store) / Double(count(1_000)))
      stepTimes.append(try await steps(of: loop, on: store, runs: 1, each: count(1_000)) / Double(count(1_000)))
      asyncTimes.append(try await steps(of: asyncLoop, on: store, runs: 1, each: count(1_000)) / Double(count(1_000)))
    }
    let (alone, append, step) = (median(aloneTimes), median(appendTimes), median(stepTimes))
    say("a bare insert and commit alone", "\(micro(alone)) µs")
    say("a record appended alone", "\(micro(append)) µs, \(ratio(append / alone)) × a bare insert")
    say("a step alone", "\(micro(step)) µs, \(ratio(step / alone)) × a bare insert; at most 2 ×")
    let asyncStep = median(asyncTimes)
    say("a step alone whose closure is async", "\(micro(asyncStep)) µs, \(ratio(asyncStep / alone)) × a bare insert")
    var (bareRates, stepRates): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      bareRates.append(Double(count(20_000)) / bare.together(count(20_000), connections: 16))
      stepRates.append(Double(64 * count(100)) / (try await steps(of: loop, on: store, runs: 64, each: count(100))))
    }
    let (inserts, rate) = (median(bareRates), median(stepRates))
    say("bare inserts on 16 connections", "\(Int(inserts))/s")
    say("steps of 64 runs", "\(Int(rate))/s, \(ratio(rate / inserts)) × bare inserts; at least 0.25 ×")
    var rates: [Double] = []
    for _ in 0..<3 { rates.append(try await workflows(count(4_000), on: store)) }
    say("workflows of three steps, start to end", "\(Int(median(rates)))/s")
    try await measureFull(store, settings.schema)
    await store.close()
  }

  /// Starts and claims runs, alternately in a store with few runs and in one with many that wait or have ended.
  private func measureFull(_ full: PostgresStore, _ schema: String) async throws {
    var settings = PostgresSettings()
    settings.schema = schema + "_few"
    settings.keepEnded = nil
    let few = try await PostgresStore(url, settings: settings)
    let stored = count(1_000_000)
    try await fill(full, schema, stored)
    var (fewTimes, fullTimes) = (Times(), Times())
    for _ in 0..<16 {
      try await startAndClaim(few, &fewTimes)
      try await startAndClaim(full, &fullTimes)
    }
    for (name, few, full) in [
      ("a start", median(fewTimes.starts), median(fullTimes.starts)),
      ("a claim of 16 runs", median(fewTimes.claims), median(fullTimes.claims)),
    ] {
      say(name, "\(micro(few)) µs; with \(stored) runs \(micro(full)) µs, \(ratio(full / few)) ×; at most 1.33 ×")
    }
    await few.close()
  }

  /// Adds runs that wait for a day, or have ended.
  private func fill(_ store: PostgresStore, _ schema: String, _ stored: Int) async throws {
    let milliseconds = try await store.now().milliseconds
    for part in 0..<20 {
      let range = "generate_series(\(stored / 20 * part + 1), \(stored / 20 * (part + 1))) n"
      try await store.transaction { sql in
        try await sql.execute(
          """
          with added as (
            insert into \(schema).runs (flow, key, queue, priority, state, due, look, began, changed, birth)
              select 'claimed', 'stored ' || n, 'default', 0, case when n % 2 = 0 then 'completed' else 'waiting' end::\(schema).run_state,
                case when n % 2 = 1 then \(milliseconds) + 86400000 + n end,
                case when n % 2 = 1 then \(milliseconds) + 86400000 + n end, 0, \(milliseconds), 0
              from \(range) returning id
          )
          insert into \(schema).records (run, number, at, body) select id, 1, 0, '{"began":"claimed"}' from added
          """)
      }
    }
    try await store.transaction { sql in
      try await sql.execute("analyze \(schema).runs")
      try await sql.execute("analyze \(schema).records")
    }
  }

  private struct Times {
    var starts: [Double] = []
    var claims: [Double] = []
  }

  private func startAndClaim(_ store: PostgresStore, _ times: inout Times) async throws {
    for _ in 0..<32 {
      let start = ContinuousClock.now
      _ = try await store.add(NewRun(flow: "claimed", key: "\(UInt64.random(in: 0...UInt64.max))"))
      times.starts.append((ContinuousClock.now - start) / .seconds(1))
    }
    for _ in 0..<2 {
      let start = ContinuousClock.now
      let runs = try await store.claim(ClaimRequest(["claimed"], limit: 16, lease: .seconds(600)))
      times.claims.append((ContinuousClock.now - start) / .seconds(1))
      for run in runs { _ = try await store.append([], to: run, then: .end(.completed)) }
    }
  }

  /// Appends records to one run, as its worker does after each step, and returns the seconds.
  private func appends(_ count: Int, to store: PostgresStore) async throws -> Double {
    let number = try await store.add(NewRun(flow: "appended")).run
    let request = ClaimRequest(["appended"], limit: 1, lease: .seconds(600))
    guard var run = try await store.claim(request).first, run.run == number else { return 0 }
    let start = ContinuousClock.now
    for visit in 1...count {
      let record = FlowRecord(.settled(.init(step: "loop", visit: visit)))
      run.note(try await store.append([record], to: run, then: .hold(lease: .seconds(30))))
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    _ = try await store.append([], to: run, then: .end(.completed))
    return seconds
  }

  /// Runs loops until they have ended, and returns the seconds from the claim to the end of the last one.
  private func steps(
    of flow: DurableFlow<Int, Int>, on store: PostgresStore, runs: Int, each count: Int
  ) async throws -> Double {
    let worker = FlowWorker(store, running: [flow], atOnce: runs)
    for _ in 0..<runs { _ = try await worker.start(flow, count) }
    let start = ContinuousClock.now
    try await worker.runUntilIdle()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// Starts workflows and works for them at the same time. Returns the number that end per second.
  private func workflows(_ count: Int, on store: PostgresStore) async throws -> Double {
    let flow = try BenchmarkFlows.three()
    let worker = FlowWorker(store, running: [flow], atOnce: 256)
    let start = ContinuousClock.now
    let mark = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let working = Task { try await worker.run() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<64 {
        group.addTask {
          for number in 0..<count / 64 { _ = try await worker.start(flow, number, key: "\(mark)-\(part)-\(number)") }
        }
      }
      try await group.waitForAll()
    }
    // Wait for the last ones.
    while true {
      let left = try await store.runs(RunQuery(flows: ["three"], states: [.ready, .held]), after: nil, limit: 1)
      if left.isEmpty { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    await worker.stop()
    working.cancel()
    return Double(count / 64 * 64) / seconds
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  private func micro(_ seconds: Double) -> Int { Int(seconds * 1e6) }
  private func ratio(_ value: Double) -> String { String(format: "%.2f", value) }
  private func say(_ name: String, _ value: String) {
    print("\(name.padding(toLength: 40, withPad: " ", startingAt: 0)) \(value)")
  }
}
