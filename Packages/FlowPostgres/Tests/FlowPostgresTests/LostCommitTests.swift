import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import Testing

@testable import FlowPostgres

/// The work of a step and its record are one commit, also if the server goes away at the wrong time and stays away.
struct LostCommitTests {
  /// A clock with which a worker soon retries a store that has failed.
  private struct ShortClock: FlowClock {
    private let clock = MonotonicClock()

    var now: Duration { clock.now }

    func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
      clock.schedule(after: delay <= .seconds(1) ? .milliseconds(1) : delay, call)
    }
  }

  /// A store behind a proxy, a table of the program, and a flow whose step inserts a row into it.
  private struct Shop {
    let proxy: CuttingProxy
    let store: PostgresStore
    let schema: String
    let flow: DurableFlow<String, String>

    init(patience: Duration = .milliseconds(50)) async throws {
      let cluster = try #require(ProcessInfo.processInfo.environment["FLOWPOSTGRES_CLUSTER"])
      proxy = try CuttingProxy(to: cluster)
      schema = TestServer.name()
      let store = try await TestServer.open(
        schema, at: "postgresql://flow@/postgres?host=\(proxy.folder)&sslmode=disable&gssencmode=disable"
      ) {
        $0.connections = 1
        $0.patience = patience
      }
      self.store = store
      let table = "\(schema).rows"
      try await TestServer.execute("create table \(table) (id text)")
      let insert = FlowStepDeclaration(String.self, String.self, identifier: "insert", inTransactionOf: store) {
        text, visit, sql in
        try await sql.execute("insert into \(table) values ($1)", "\(visit.key) \(visit.attempt)")
        return text
      }.keeping(TheText.self)
      flow = try TestFlows.chain("order", [insert.step, TestFlows.step("next") { $0 }])
    }

    /// A claimed run whose step has worked.
    func worked() async throws -> ClaimedRun {
      _ = try await store.add(NewRun(flow: "order", key: "k"))
      let run = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
      let visit = DurableVisit(of: run, step: "insert", number: 1)
      _ = try await store.carryOut(visit) { [schema] in try await $0.execute("insert into \(schema).rows values ('1')")
      }
      return run
    }

    var settled: FlowRecord { FlowRecord(.settled(.init(step: "insert", visit: 1))) }

    func append(_ record: FlowRecord, to run: ClaimedRun) async throws(StoreError) -> RunInbox {
      try await store.append([record], to: run, then: .hold(lease: .seconds(30)))
    }

    var rows: [String] {
      get async throws { try await TestServer.execute("select id from \(schema).rows").compactMap { $0.text(0) } }
    }

    var records: Int {
      get async throws { try await TestServer.execute("select from \(schema).records").count }
    }

    func close() async {
      await store.close()
      proxy.close()
    }
  }

  @Test(arguments: [CuttingProxy.Cut.request, .answer])
  func `A worker whose server goes away at the commit keeps the work and the record, or neither`(
    _ cut: CuttingProxy.Cut
  ) async throws {
    let shop = try await Shop()
    let (events, continuation) = AsyncStream<WorkerEvent>.makeStream()
    continuation.finishPatiently(orSay: "The worker did not report two failures")
    let worker = FlowWorker(shop.store, running: [shop.flow], timed: ShortClock()) { continuation.yield($0) }
    let run = try await worker.start(shop.flow, "x", key: "k")
    shop.proxy.arm(cut, at: cut == .request ? "commit\0" : "COMMIT\0", staysAway: true)
    let working = Task { try await worker.runUntilIdle() }
    // Twice, so that the record was tried again while the server was away.
    var failures = 0
    for await event in events {
      if event.description.contains("Can't record run 1") { failures += 1 }
      if failures == 2 { break }
    }
    shop.proxy.comeBack()
    try await working.value(orSay: "The worker did not end")
    if cut == .request {
      // The run was given up. Its lease ends.
      #expect(try await shop.rows == [])
      try await TestServer.makeDue(shop.schema)
      try await worker.runUntilIdle()
    }
    #expect(try await run.outcome().words == "completed: x")
    #expect(try await shop.rows == ["order/k/insert#1 \(cut == .request ? 2 : 1)"])
    let visits = try await shop.store.records(of: RunNumber(rawValue: 1), after: 0, limit: 99).filter {
      if case .settled(let settled) = $0.body { settled.step == "insert" } else { false }
    }
    #expect(visits.count == 1)
    await shop.close()
  }

  @Test func `A record that comes after its work was taken back is refused`() async throws {
    let shop = try await Shop()
    let run = try await shop.worked()
    await shop.store.steps.takeBack("order/k/insert#1")
    await #expect(throws: StoreError.leaseLost(run.run)) { try await shop.append(shop.settled, to: run) }
    #expect(try await shop.rows == [])
    #expect(try await shop.records == 1)
    await shop.close()
  }

  @Test func `A failure is recorded after the work was taken back`() async throws {
    let shop = try await Shop()
    let run = try await shop.worked()
    await shop.store.steps.takeBack("order/k/insert#1")
    var settled = FlowRecord.Settled(step: "insert", visit: 1)
    settled.failure = RecordedFailure(type: "Declined", text: "No.")
    #expect(try await shop.append(FlowRecord(.settled(settled)), to: run).lastRecord == 2)
    #expect(try await shop.rows == [])
    await shop.close()
  }

  @Test func `Work that ends after its run was claimed again is taken back`() async throws {
    let shop = try await Shop()
    _ = try await shop.store.add(NewRun(flow: "order", key: "k"))
    let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
    let visit = DurableVisit(of: try await shop.store.claim(request)[0], step: "insert", number: 1)
    let again = Mutex<ClaimedRun?>(nil)
    try await shop.store.carryOut(visit) { sql in
      try await sql.execute("insert into \(shop.schema).rows values ('1')")
      try await TestServer.makeDue(shop.schema)
      let run = try await shop.store.claim(request)[0]
      again.withLock { $0 = run }
    }
    let run = try #require(again.withLock { $0 })
    // The record is the one of the second claim, and the work the one of the first. It must not be kept without the work.
    await #expect(throws: StoreError.leaseLost(run.run)) { try await shop.append(shop.settled, to: run) }
    #expect(try await shop.records == 1)
    #expect(try await shop.rows == [])
    await shop.close()
  }

  @Test func `Messages that can't be read after an append come with the next one, and the append is made once`()
    async throws
  {
    let shop = try await Shop()
    let number = try await shop.store.add(NewRun(flow: "order", key: "k")).run
    var run = try await shop.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    _ = try await shop.store.send(FlowMessage(.message(name: "m", body: nil)), to: number)
    shop.proxy.arm(.request, at: "number <= $3", staysAway: true)
    let first = try await shop.append(shop.settled, to: run)
    #expect(first.lastRecord == 2 && first.messages.isEmpty && first.arrived == 0 && shop.proxy.cuts == 1)
    run.note(first)
    shop.proxy.comeBack()
    let second = try await shop.append(FlowRecord(.started(.init(step: "next", visit: 1))), to: run)
    #expect(second.lastRecord == 3 && second.messages.count == 1 && second.arrived == 1)
    await shop.close()
  }

  @Test func `An append whose question about its first try fails isn't made twice`() async throws {
    let shop = try await Shop(patience: .seconds(1))
    _ = try await shop.store.add(NewRun(flow: "order", key: "k"))
    let run = try await shop.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    _ = try await shop.append(shop.settled, to: run)
    let next = FlowRecord(.started(.init(step: "next", visit: 1)))
    // The answer is lost. The repetition changes nothing, so the store asks, and then the server goes away.
    shop.proxy.arm(.answer)
    shop.proxy.arm(.request, at: "and token = $3", staysAway: true)
    await #expect(throws: StoreError.self) { try await shop.append(next, to: run) }
    #expect(shop.proxy.cuts == 2)
    shop.proxy.comeBack()
    #expect(try await shop.append(next, to: run).lastRecord == 3)
    #expect(try await shop.records == 3)
    await shop.close()
  }
}
