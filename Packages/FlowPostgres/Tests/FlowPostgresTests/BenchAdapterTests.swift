import FlowDurable
import Foundation
import Testing

@testable import BenchAdapter

/// The contract of the published benchmark, which the adapter follows.
struct BenchAdapterTests {
  @Test func `The adapter writes a descriptor and aligned samples, and flushes and exits on SIGTERM`() async throws {
    let schema = TestServer.name()
    let folder = try #require(URLComponents(string: TestServer.url)?.queryItems?.first { $0.name == "host" }?.value)
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(component: "flow-bench-adapter")
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DATABASE_URL": "host=\(folder) dbname=postgres user=flow password=secret", "FLOW_BENCH_SCHEMA": schema,
      "SCENARIO": "long_horizon", "PRODUCER_MODE": "fixed", "PRODUCER_RATE": "200", "WORKER_COUNT": "8",
      "JOB_WORK_MS": "1", "SAMPLE_EVERY_S": "1",
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run(orSay: "The adapter did not end")
    var records: [[String: Any]] = []
    var isStopped = false
    for await line in Self.lines(output.fileHandleForReading) {
      records.append(try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]))
      // The process ends the lines.
      let ticks = records.count { $0["metric"] as? String == "completion_rate" && ($0["value"] as? Double ?? 0) > 0 }
      if ticks == 2, !isStopped {
        isStopped = true
        process.terminate()
      }
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let descriptor = try #require(records.first)
    #expect(descriptor["kind"] as? String == "descriptor" && descriptor["system"] as? String == "flow-postgres")
    #expect(descriptor["event_tables"] as? [String] == ["\(schema).runs", "\(schema).records"])
    for name in ["version", "schema_version", "started_at"] { #expect(descriptor[name] is String) }
    #expect(descriptor["db_name"] as? String == "postgres")
    let samples = records.dropFirst()
    let times = Dictionary(grouping: samples) { $0["t"] as? String ?? "" }
    #expect(times.count >= 2)
    let required = ["claim_p50_ms", "claim_p95_ms", "claim_p99_ms", "enqueue_rate", "completion_rate", "queue_depth"]
    let complete = times.values.count { tick in Set(required).isSubset(of: tick.map { $0["metric"] as? String ?? "" }) }
    #expect(complete >= 2)
    for sample in samples {
      #expect(sample["kind"] as? String == "adapter" && sample["subject_kind"] as? String == "adapter")
      let window = ["claim_p50_ms", "claim_p95_ms", "claim_p99_ms"].contains(sample["metric"] as? String) ? 30 : nil
      if let window { #expect(sample["window_s"] as? Int == window) }
    }
    // The started runs are there, and those that the adapter had claimed are released.
    let left = try await TestServer.execute("select from \(schema).runs where state not in ('ready', 'completed')")
    #expect(left.isEmpty)
  }

  @Test func `A sample comes at the next multiple of the tick`() {
    #expect(AdapterLines.delay(after: Date(timeIntervalSince1970: 1_003.5), tick: 5) == 1.5)
    #expect(AdapterLines.delay(after: Date(timeIntervalSince1970: 1_005), tick: 5) == 5)
  }

  @Test func `Percentiles have three significant figures, and forget what is older than the window`() throws {
    var histogram = LatencyHistogram()
    for value in 1...100_000 { histogram.add(value, at: 1_000) }
    let values = try #require(histogram.percentiles([0.5, 0.95, 0.99], at: 1_029))
    for (value, exact) in zip(values, [50.0, 95.0, 99.0]) { #expect(abs(value - exact) / exact < 0.001) }
    #expect(histogram.percentiles([0.5], at: 1_030) == nil)
    histogram.add(Int.max, at: 1_030)
    #expect(histogram.percentiles([1], at: 1_030) != nil)
    for value in [0, 1, 2_047, 2_048, 2_049, 4_095, 4_096, 123_456, 98_765_432] {
      let found = LatencyHistogram.value(at: LatencyHistogram.place(value))
      #expect(abs(Double(found - value)) <= Double(value) * 0.001, "\(value) \(found)")
    }
  }

  @Test func `The rate counts the time that has really passed`() {
    let start = ContinuousClock.now
    var credit = RateCredit(at: start)
    #expect(credit.take(rate: 100, at: start + .milliseconds(15), atMost: 10) == 1)
    #expect(credit.take(rate: 100, at: start + .milliseconds(20), atMost: 10) == 1)
    // An iteration took two seconds. What is beyond the limit comes with the next ones.
    #expect(credit.take(rate: 100, at: start + .milliseconds(2_020), atMost: 128) == 128)
    #expect(credit.take(rate: 100, at: start + .milliseconds(2_020), atMost: 128) == 72)
    #expect(credit.take(rate: 0, at: start + .seconds(9), atMost: 128) == 0)
  }

  @Test func `Each process that keeps the depth counts it, and notes what it has started and claimed since`() throws {
    func watches(_ more: [String: String]) throws -> Bool {
      try #require(AdapterSettings(more.merging(["DATABASE_URL": "x", "BENCH_INSTANCE_ID": "1"]) { $1 })).watchesDepth
    }
    #expect(try watches(["PRODUCER_MODE": "depth-target"]))
    #expect(try !watches([:]))
    #expect(try !watches(["PRODUCER_MODE": "depth-target", "PRODUCER_ONLY_INSTANCE_ZERO": "1"]))
    var (depth, counts) = (QueueDepth(), BenchCounts())
    counts.started = 600
    #expect(depth.missing(for: 1_000, unclaimed: counts.unclaimed) == 400)
    counts.note(.claimed(100, room: 128))
    #expect(depth.missing(for: 1_000, unclaimed: counts.unclaimed) == 500)
    depth.note(900, unclaimed: counts.unclaimed)
    #expect(depth.missing(for: 1_000, unclaimed: counts.unclaimed) == 100)
    counts.started += 128
    #expect(depth.missing(for: 1_000, unclaimed: counts.unclaimed) == 0)
  }

  @Test(arguments: [1e300, Double.greatestFiniteMagnitude, 9.3e18])
  func `A rate beyond all numbers of jobs starts as many as the limit`(rate: Double) {
    let start = ContinuousClock.now
    var credit = RateCredit(at: start)
    for second in 1...3 { #expect(credit.take(rate: rate, at: start + .seconds(second), atMost: 128) == 128) }
    #expect(credit.take(rate: .infinity, at: start + .seconds(4), atMost: 128) == 0)
  }

  @Test(arguments: ["inf", "nan", "-1", "1e999", "fast"])
  func `A text that isn't a rate is ignored, and reported once`(text: String) {
    var control = RateControl(fallback: 60)
    var sentences: [String] = []
    for text in [text, "\(text)\n", "", nil, "8.5", text] {
      #expect(control.rate(of: text) { sentences.append($0) } == (text == "8.5" ? 8.5 : 60))
    }
    let sentence = "Ignored the rate '\(text)': expected a number of jobs each second, such as 60."
    #expect(sentences == [sentence, sentence])
  }

  /// The lines that come until the end of a file.
  private static func lines(_ file: FileHandle) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      var rest = Data()
      while case let data = file.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      continuation.finish()
    }
    return stream
  }
}
