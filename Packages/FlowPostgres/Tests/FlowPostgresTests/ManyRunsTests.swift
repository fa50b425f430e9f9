import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Testing

@testable import FlowPostgres

/// Starts of many runs in one call.
struct ManyRunsTests {
  @Test func `Many runs are added in one commit, in their order, and each key once`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    _ = try await store.add(NewRun(flow: "order", key: "3"))
    var runs = (1...500).map { NewRun(flow: "order", key: "\($0)", content: .string("content \($0)")) }
    runs[6].key = nil
    runs[7].key = nil
    runs[9].key = "9"
    (runs[20].tenant, runs[20].priority, runs[20].queue) = ("acme", 4, "slow")
    let added = try await store.add(runs)
    #expect(added.count == 500)
    #expect(added.filter { !$0.isNew }.map(\.run.rawValue) == [1, added[8].run.rawValue])
    let found = try await store.runs(RunQuery(), after: nil, limit: 999)
    #expect(found.count == 499)
    let special = try #require(found.first { $0.number == added[20].run })
    #expect((special.key, special.tenant, special.priority, special.queue) == ("21", "acme", 4, "slow"))
    for place in [0, 6, 7, 499] {
      guard case .began(let began)? = try await store.records(of: added[place].run, after: 0, limit: 1).first?.body
      else {
        Issue.record("Run \(place) has no first record.")
        continue
      }
      #expect(began.content == .string("content \(place + 1)"))
    }
    // One transaction has added all but the second run with the key 9, which had to be looked up.
    let transactions = try await TestServer.execute("select distinct xmin from \(schema).runs")
    #expect(transactions.count == 2)
    #expect(try await store.add([]).isEmpty)
    await store.close()
  }

  @Test func `Runs that are too large together are refused`() async throws {
    let store = try await TestServer.open()
    let runs = ["x", "y"].map { NewRun(flow: "order", content: .string($0)) }
    #expect(try store.parameters(of: [runs[0]], atMost: 100).count == 8)
    let error = #expect(throws: StoreError.self) { try store.parameters(of: runs, atMost: 100) }
    #expect(error?.description.hasPrefix("A start of 2 runs has ") == true, "\(error as Any)")
    await store.close()
  }

  @Test func `Many runs of a transaction start only if it succeeds`() async throws {
    let store = try await TestServer.open()
    let flow = try TestFlows.text("order") { $0 + "a" }
    let starter = FlowStarter(store)
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await store.transaction { sql in
        let runs = try await starter.start(flow, ["x", "y"].map { RunStart($0, key: $0) }, in: sql)
        #expect(runs.map(\.origin) == [.started, .started])
        throw Failure()
      }
    }
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9).isEmpty)
    let runs = try await store.transaction { sql in
      try await starter.start(flow, ["x", "y"].map { RunStart($0, key: $0) }, in: sql)
    }
    try await FlowWorker(store, running: [flow]).runUntilIdle()
    for run in runs { #expect(try await run.outcome().words.hasSuffix("a")) }
    await store.close()
  }
}
