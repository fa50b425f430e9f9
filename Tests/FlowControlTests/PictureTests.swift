import FlowDurable
import FlowJSON
import FlowStateTesting
import FlowState
import TestSupport
import Testing

/// `diagram` and `trace`.
struct PictureTests {
  private func harness() async throws -> ControlHarness {
    let harness = try ControlHarness()
    harness.clock.advance(by: .seconds(1))
    let run = try await harness.add(key: "4711")
    harness.clock.advance(by: .milliseconds(130))
    try await harness.append([ControlHarness.charged], to: run, then: .wait(.never, for: ["Shipped"]))
    return harness
  }

  @Test("The `diagram` command draws a run on the picture of its flow")
  func run() async throws {
    let (code, output, _) = try await harness().run("diagram", "order/4711")
    #expect(code == 0)
    #expect(output.contains("s1[\"charge<br/>1 visit, 130 ms\"]"))
    #expect(output.contains("s2[\"ship<br/>1 visit\"]"))
    let svg = try await harness().run("diagram", "1", "--format", "svg").output
    #expect(svg.contains("1 run stands here") && svg.contains(">×1</text>"))
    #expect(try await harness().run("diagram", "1", "--format", "dot").output.hasPrefix("digraph"))
  }

  @Test("The `diagram` command draws all runs of a flow on one picture")
  func flow() async throws {
    let harness = try await harness()
    let second = try await harness.add()
    try await harness.append([ControlHarness.charged], to: second, then: .wait(.never, for: ["Shipped"]))
    let svg = await harness.run("diagram", "order", "--format", "svg").output
    #expect(svg.contains("2 runs stand here") && svg.contains(">×2</text>"))
  }

  @Test("The `diagram` command draws a flow with its latest 1,000 runs, and reads no other run")
  func latestRuns() async throws {
    let harness = try ControlHarness()
    for _ in 0..<1_100 { _ = try await harness.store.add(NewRun(flow: "order")) }
    let store = ReadStore(harness.store)
    let output = await harness.run(["diagram", "order"], opening: { _ in store })
    #expect(output.code == 0)
    #expect(store.listed == (101...1_100).reversed().map { RunNumber(rawValue: $0) })
    #expect(store.read == (101...1_100).map { RunNumber(rawValue: $0) })
  }

  @Test("The `diagram` command draws one chain of a flow with variants, with the runs of that variant")
  func variants() async throws {
    let harness = try ControlHarness(variants: ["A", "B"])
    for (variant, count) in [("A", 2), ("B", 1)] {
      for _ in 0..<count {
        var run = NewRun(flow: "order", content: "Bo")
        run.assignments = [VariantAssignment(experiment: "prices", variant: variant, reason: .assigned)]
        _ = try await harness.store.add(run)
        let claimed = try await harness.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
        try await harness.append(
          [ControlHarness.charged], to: #require(claimed.first), then: .wait(.never, for: ["Shipped"]))
      }
    }
    let svg = await harness.run("diagram", "order", "--variant", "A", "--format", "svg").output
    #expect(svg.contains("2 runs stand here") && svg.ranges(of: "<svg").count == 1)
    #expect(
      await harness.run("diagram", "order", "--variant", "B", "--format", "svg").output.contains("1 run stands here"))
    #expect(await harness.run("diagram", "3").code == 0)
    let without = await harness.run("diagram", "order")
    #expect(without.code == 64)
    #expect(without.errors.hasPrefix("The flow 'order' has variants: expected --variant with one of 'A', 'B'."))
    let unknown = await harness.run("diagram", "order", "--variant", "C")
    #expect(unknown.code == 65)
    #expect(unknown.errors == "The flow 'order' has no variant 'C'. It has: 'A', 'B'.\n")
    let both = await harness.run("diagram", "3", "--variant", "A")
    #expect(both.code == 64)
    #expect(both.errors.hasPrefix("A run and --variant were given: expected one of the two."))
  }

  @Test("The `trace` command prints a run as a timeline")
  func trace() async throws {
    let output = try await harness().run("trace", "1").output
    #expect(output.contains(#""name":"charge""#))
    #expect(output.contains("\"traceEvents\""))
  }

  @Test("The `diagram` command refuses unknown flows and formats")
  func unknown() async throws {
    let harness = try await harness()
    _ = try await harness.add("signup")
    let flow = await harness.run("diagram", "2")
    #expect(flow.code == 65)
    #expect(flow.errors == "This program doesn't know the flow 'signup'. It knows: 'order'.\n")
    let format = await harness.run("diagram", "1", "--format", "png")
    #expect(format.code == 64)
    #expect(format.errors.hasPrefix("Invalid value 'png' for '--format': expected mermaid, dot or svg."))
  }

  @Test("The records of a run that failed, went back, and was undone are read as events")
  func events() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    var failed = FlowRecord.Settled(step: "ship", visit: 1)
    failed.failure = RecordedFailure(type: "Lost", text: "The parcel is lost.")
    failed.destination = "apology"
    try await harness.append(
      [
        ControlHarness.charged, .settled(failed), .back(.init(to: "charge")), .undone(.init(step: "charge", visit: 1)),
        .ended(.init(.cancelled)),
      ], to: run, then: .end(.cancelled))
    let summary = try #require(await harness.store.runs(RunQuery(), after: nil, limit: 1).first)
    let events = summary.events(from: try await harness.store.records(of: summary.number, after: 0, limit: 100))
    #expect(
      events.map { LineObserver.line(for: $0) } == [
        "0.000 order#1 ▸ run began", "0.000 order#1   charge began", "0.000 order#1   charge completed",
        "0.000 order#1   ship began", "0.000 order#1   ship failed: The parcel is lost.",
        "0.000 order#1 ◂ back to charge",
        "0.000 order#1   charge undone", "0.000 order#1 ◂ run cancelled",
      ])
    #expect(events.map(\.sequence) == Array(1...8))
  }
}

/// A store that remembers which runs were read.
private final class ReadStore: ForwardingStore {
  let store: any FlowStore
  private let listing = LockedList<RunNumber>()
  private let reading = LockedList<RunNumber>()

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// The runs that were listed.
  var listed: [RunNumber] { listing.all }
  /// The runs whose records were read.
  var read: [RunNumber] { reading.all }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    let runs = try await store.runs(query, after: number, limit: limit)
    for run in runs { listing.append(run.number) }
    return runs
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    reading.append(run)
    return try await store.records(of: run, after: number, limit: limit)
  }
}
