import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Testing

@testable import FlowPostgres

/// Several workers, each with a store of its own, as processes have.
struct WorkerTests {
  @Test func `A run continues in another process when the lease of the first has ended`() async throws {
    let schema = TestServer.name()
    let (first, second) = (try await TestServer.open(schema), try await TestServer.open(schema))
    let flow = try TestFlows.chain("order", [TestFlows.step("a") { $0 + "a" }, TestFlows.step("b") { $0 + "b" }])
    let number = try await first.add(NewRun(flow: "order", key: "k", content: "x")).run
    _ = try await first.claim(ClaimRequest(["order"], limit: 1, lease: .zero))
    await first.close()
    let worker = FlowWorker(second, running: [flow])
    try await worker.runUntilIdle()
    #expect(try await worker.find(flow, number: number)?.outcome().words == "completed: xab")
    await second.close()
  }

  @Test func `Another process can send a message to a run and read its state`() async throws {
    let schema = TestServer.name()
    let (first, second) = (try await TestServer.open(schema), try await TestServer.open(schema))
    let flow = try Self.parcels()
    let worker = FlowWorker(first, running: [flow])
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    let elsewhere = try #require(try await FlowWorker(second, running: [flow]).find(flow, key: "k"))
    #expect(try await elsewhere.summary().state == .waiting(until: nil, for: ["Parcel"]))
    try await elsewhere.send(Parcel(tracking: "1Z"), key: "w")
    try await worker.runUntilIdle()
    #expect(try await elsewhere.outcome().words == "completed: 1Z")
    #expect(try await run.outcome().words == "completed: 1Z")
    for store in [first, second] { await store.close() }
  }

  @Test func `A notification wakes another process`() async throws {
    let schema = TestServer.name()
    let first = try await TestServer.open(schema) { $0.notifies = true }
    let second = try await TestServer.open(schema) { $0.notifies = true }
    let wakes = second.wakes
    // A stream begins with hints, and another one comes when the store has begun to listen.
    let hints = Task {
      for await _ in wakes where try await !second.runs(RunQuery(), after: nil, limit: 1).isEmpty { return true }
      return false
    }
    try await TestServer.waitForListener(schema)
    _ = try await first.add(NewRun(flow: "order"))
    #expect(try await hints.value(orSay: "No notification came"))
    for store in [first, second] { await store.close() }
  }

  @Test func `Each run continues at the version of its flow that fits, and no run is parked`() async throws {
    let schema = TestServer.name()
    let (first, second) = (try await TestServer.open(schema), try await TestServer.open(schema))
    let old = try TestFlows.chain("order", [TestFlows.step("a") { $0 + "a" }, TestFlows.step("b") { $0 + "b" }])
    // The new version has renamed the second step. The old one doesn't know the new name.
    let new = try TestFlows.chain(
      "order", [TestFlows.step("a") { $0 + "A" }, TestFlows.step("c", from: "b") { $0 + "C" }])
    let events = AsyncStream<WorkerEvent>.makeStream()
    let oldWorker = FlowWorker(first, running: [old], name: "old") { events.continuation.yield($0) }
    let newWorker = FlowWorker(second, running: [new], name: "new") { events.continuation.yield($0) }
    // Runs that stand at each name, and runs that stand at none.
    for (count, position) in ["b", "c", nil, "b", "c", nil].enumerated() {
      _ = try await first.add(NewRun(flow: "order", key: "\(count)", content: "x"))
      guard let position else { continue }
      var settled = FlowRecord.Settled(step: "a", visit: 1)
      settled.result = "x"
      settled.set = ["TheText": KeptValue("x")]
      settled.destination = position
      for run in try await first.claim(ClaimRequest(["order"], limit: 9, lease: .seconds(30))) {
        let isMine = run.key == "\(count)"
        _ = try await first.append(
          isMine ? [FlowRecord(.settled(settled))] : [], to: run, then: .release(after: .zero))
      }
    }
    try await oldWorker.runUntilIdle()
    try await newWorker.runUntilIdle()
    // The old worker has given two runs back, which wait for five seconds. They are due now.
    try await TestServer.makeDue(schema, "where state = 'ready'")
    try await newWorker.runUntilIdle()
    events.continuation.finish()
    var reports: [String] = []
    for await event in events.stream {
      if case .released(let run, _) = event { reports.append("released \(run)") } else { reports.append("\(event)") }
    }
    #expect(reports == ["released 2", "released 5"] || reports == ["released 5", "released 2"], "\(reports)")
    let states = try await second.runs(RunQuery(), after: nil, limit: 99).map(\.state)
    #expect(states == Array(repeating: .ended(.completed), count: 6))
    #expect(try await newWorker.find(new, key: "1")?.outcome().words == "completed: xC")
    for store in [first, second] { await store.close() }
  }

  @Test func `Many workers claim each run once`() async throws {
    let schema = TestServer.name()
    let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
      for _ in 0..<4 { group.addTask { try await TestServer.open(schema) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for count in 0..<200 { _ = try await stores[count % 4].add(NewRun(flow: "order", key: "\(count)")) }
    let claimed = try await withThrowingTaskGroup(of: [RunNumber].self) { group in
      for store in stores {
        for _ in 0..<4 {
          group.addTask {
            var runs: [RunNumber] = []
            while true {
              let more = try await store.claim(ClaimRequest(["order"], limit: 5, lease: .seconds(600)))
              if more.isEmpty { return runs }
              runs += more.map(\.run)
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // A worker that finds all due runs locked by others gets none, and asks again later.
    let left = try await stores[0].claim(ClaimRequest(["order"], limit: 200, lease: .seconds(600))).map(\.run)
    #expect(claimed.count + left.count == 200 && Set(claimed + left).count == 200)
    for store in stores { await store.close() }
  }

  @Test func `D5: No message is slept through, however it meets the run that goes to rest`() async throws {
    let schema = TestServer.name()
    let (worker, sender) = (try await TestServer.open(schema), try await TestServer.open(schema))
    let number = try await worker.add(NewRun(flow: "order")).run
    var run = try await worker.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(600)))[0]
    for count in 1...200 {
      let seen = run
      async let delivery = sender.send(FlowMessage(.message(name: "m", body: nil)), to: number)
      async let inbox = worker.append([], to: seen, then: .wait(.never, for: ["m"]))
      _ = try await (delivery, inbox)
      let again = try await worker.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(600)))
      guard let next = again.first else {
        Issue.record("Message \(count) was slept through.")
        break
      }
      #expect(next.seen == count && next.messages.count == count)
      run = next
    }
    for store in [worker, sender] { await store.close() }
  }

  @Test func `Heartbeats and steps leave the index of the queue alone until a third of the lease is gone`() async throws
  {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    _ = try await store.add(NewRun(flow: "order"))
    let run = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(600)))[0]
    func look() async throws -> Int? {
      try await store.transaction { try await $0.query("select look from \(schema).runs") }.first?["look"].flatMap {
        Int($0)
      }
    }
    let before = try await look()
    for visit in 1...5 {
      let settled = FlowRecord(.settled(.init(step: "a", visit: visit)))
      let inbox = try await store.append([settled], to: run, then: .hold(lease: .seconds(600)))
      #expect(inbox.leaseEnds == inbox.now.advanced(by: .seconds(600)))
    }
    #expect(try await look() == before)
    _ = try await store.append([], to: run, then: .hold(lease: .seconds(1_000)))
    #expect(try await look() != before)
    await store.close()
  }

  @Test func `A store behind a pooler keeps nothing in a connection`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema, at: TestServer.url + "&application_name=\(schema)") {
      $0.isBehindPooler = true
      $0.notifies = true
      $0.connections = 1
    }
    let flow = try Self.parcels()
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, "x", key: "k")
    try await run.send(Parcel(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: 1Z")
    let kept = try await store.call(
      "look", PostgresStatement("select count(*) from pg_prepared_statements")
    ).rows.first?.integer(0)
    #expect(kept == 0)
    let connections = try await TestServer.execute(
      "select from pg_stat_activity where application_name = $1 and query ilike 'listen%'", schema)
    #expect(connections.isEmpty)
    await store.close()
  }

  @Test func `Ended runs are removed after their time, in batches`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    try await TestServer.execute(
      """
      insert into \(schema).runs (flow, queue, priority, state, began, changed, birth)
        select 'order', 'default', 0, 'completed', 0, case when n <= 1100 then 0 else 9000000000000 end, 0
        from generate_series(1, 1200) n
      """)
    for number in 1...2 {
      try await TestServer.execute(
        "insert into \(schema).records (run, number, at, body) select id, \(number), 0, '{}' from \(schema).runs")
      try await TestServer.execute(
        "insert into \(schema).messages (run, number, at, key, token) select id, \(number), 0, '\(number)', 0 from \(schema).runs"
      )
    }
    #expect(try await store.forgetEnded(olderThan: .seconds(60)) == 1_100)
    #expect(try await store.runs(RunQuery(), after: nil, limit: 999).count == 100)
    // Nothing is left of a run that was removed, and everything of the others.
    for table in ["records", "messages"] {
      let left = try await TestServer.execute(
        "select run from \(schema).\(table) r join \(schema).runs on id = run union all select run from \(schema).\(table)"
      )
      #expect(left.count == 400)
    }
    await store.close()
  }

  @Test(arguments: [
    ("update #.records set body = '{\"settled\":1}' where run = 2", "Record 1 of run 2 can't be read. "),
    ("update #.records set body = 'null and void' where run = 2", "Record 1 of run 2 can't be "),
    ("update #.messages set body = '{\"message\":1}' where run = 2", "Record 0 of run 2 can't be read. "),
    (
      "update #.messages set body = '{\"started\":\"a\",\"visit\":1}' where run = 2",
      "Message 1 of run 2 can't be "
    ),
  ])
  func `D10: A run that can't be read is parked with the reason, and others are claimed`(
    _ statement: String, _ reason: String
  ) async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    for key in ["a", "b", "c"] {
      let run = try await store.add(NewRun(flow: "order", key: key)).run
      _ = try await store.send(FlowMessage(.message(name: "m", body: .null)), to: run)
    }
    try await TestServer.execute(statement.replacing("#", with: schema))
    let request = ClaimRequest(["order"], limit: 3, lease: .seconds(30))
    let claimed = try await store.claim(request)
    #expect(claimed.map(\.run.rawValue) == [1, 3])
    guard case .parked(let found)? = try await store.runs(RunQuery(key: "b"), after: nil, limit: 1).first?.state else {
      Issue.record("The run isn't parked.")
      return
    }
    #expect(found.hasPrefix(reason), "\(found)")
    // The records and the messages are still there, so that the run can be repaired.
    #expect(try await TestServer.execute("select from \(schema).records where run = 2").count == 2)
    #expect(try await TestServer.execute("select from \(schema).messages where run = 2").count == 1)
    #expect(try await store.claim(request).isEmpty)
    await store.close()
  }

  private static func parcels() throws -> DurableFlow<String, String> {
    let parcel = FlowStepDeclaration.awaiting(Parcel.self, identifier: "parcel").keeping(TheParcel.self)
    return try DurableFlow(
      FlowChain(identifier: "parcels", [TestFlows.step("a") { $0 }, parcel.step]), String.self,
      keeping: TheText.self, TheParcel.self
    ) { $0[TheParcel.self]?.tracking }
  }
}

private struct Parcel: DurableMessage {
  var tracking: String
}

private enum TheParcel: DurableKey {
  typealias Value = Parcel
}
