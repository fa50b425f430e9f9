import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import Testing

@testable import FlowPostgres

/// Transactions of the program that write its own rows and runs, both or neither.
struct TransactionTests {
  private struct Failure: Error, Equatable {}

  /// A store, and a table of the program in the same schema.
  private static func shop() async throws -> (store: PostgresStore, table: String) {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    try await store.transaction {
      try await $0.execute("create table \(schema).orders (id text primary key, cents int)")
    }
    return (store, "\(schema).orders")
  }

  @Test func `A row and a run exist together`() async throws {
    let (store, table) = try await Self.shop()
    let flow = try TestFlows.text("order") { $0 + "!" }
    let worker = FlowWorker(store, running: [flow])
    let run = try await store.transaction { sql in
      #expect(try await sql.execute("insert into \(table) values ($1, $2)", "4711", 990) == 1)
      let run = try await worker.start(flow, "x", key: "4711", in: sql)
      #expect(try await store.runs(RunQuery(), after: nil, limit: 9) == [])
      return run
    }
    #expect(run.isNew)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x!")
    let rows = try await store.transaction { try await $0.query("select id, cents, null as nothing from \(table)") }
    #expect(rows == [["id": "4711", "cents": "990"]])
    await store.close()
  }

  @Test func `Neither a row nor a run exists if the work throws`() async throws {
    let (store, table) = try await Self.shop()
    await #expect(throws: Failure()) {
      try await store.transaction { sql in
        try await sql.execute("insert into \(table) values ($1, $2)", "4711", 990)
        #expect(try await sql.add(NewRun(flow: "order", key: "4711")).isNew)
        throw Failure()
      }
    }
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9) == [])
    #expect(try await store.transaction { try await $0.query("select from \(table)") }.isEmpty)
    await store.close()
  }

  @Test func `A key that another transaction has starts nothing`() async throws {
    let (store, _) = try await Self.shop()
    let first = try await store.add(NewRun(flow: "order", key: "k")).run
    let again = try await store.transaction { try await $0.add(NewRun(flow: "order", key: "k")) }
    #expect(again == (first, false))
    await store.close()
  }

  @Test func `A transaction whose statement has failed isn't committed, even if the failure is ignored`() async throws {
    let (store, table) = try await Self.shop()
    let error = await #expect(throws: PostgresError.self) {
      try await store.transaction { sql in
        try await sql.execute("insert into \(table) values ($1, $2)", "4711", 990)
        _ = try? await sql.execute("insert into \(table) values ($1, $2)", "4711", "not a number")
      }
    }
    #expect(
      error?.description
        == "Can't commit a transaction in '\(store.address)': a statement of the transaction has failed, so all of it was taken "
        + "back (25P02).")
    #expect(try await store.transaction { try await $0.query("select from \(table)") }.isEmpty)
    await store.close()
  }

  @Test func `A transaction refuses all calls after its end`() async throws {
    let (store, _) = try await Self.shop()
    let sql = try await store.transaction { $0 }
    await #expect(throws: PostgresError.ended) { try await sql.execute("select 1") }
    await #expect(throws: StoreError.closed) { try await sql.add(NewRun(flow: "order")) }
    await store.close()
  }

  @Test func `Connections are used again, and come back after the server has cut them`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema, at: TestServer.url + "&application_name=\(schema)")
    func process() async throws -> String? {
      try await store.transaction { try await $0.query("select pg_backend_pid() as id") }.first?["id"]
    }
    let first = try await process()
    #expect(try await process() == first)
    try await TestServer.execute(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1", schema)
    #expect(try await process() != first)
    await store.close()
  }

  // MARK: Steps

  /// A flow whose first step inserts a row, and then calls a closure of the test.
  private static func flow(
    _ store: PostgresStore, _ table: String, then after: @escaping @Sendable () async throws -> Void = {}
  ) throws -> DurableFlow<String, String> {
    let insert = FlowStepDeclaration(String.self, String.self, identifier: "insert", inTransactionOf: store) {
      text, visit, sql in
      try await sql.execute("insert into \(table) values ($1, $2)", "\(visit.key) \(visit.attempt)", 1)
      try await after()
      return text
    }.keeping(TheText.self)
    return try TestFlows.chain("order", [insert.step, TestFlows.step("next") { $0 }])
  }

  private static func rows(_ store: PostgresStore, _ table: String) async throws -> [String] {
    try await store.transaction { try await $0.query("select id from \(table) order by 1") }.compactMap { $0["id"] }
  }

  @Test func `The work of a step and its record are one commit`() async throws {
    let (store, table) = try await Self.shop()
    let flow = try Self.flow(store, table)
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x")
    #expect(try await Self.rows(store, table) == ["order/k/insert#1 1"])
    // Both were written by one transaction, and the step after it by another.
    let schema = try #require(table.split(separator: ".").first)
    let writers = try await store.transaction { sql in
      try await sql.query(
        """
        select (select count(distinct xmin::text) from \(schema).records where number = 2
            or number = 2 and xmin::text in (select xmin::text from \(table))) as same,
          (select count(*) from \(schema).records r join \(table) o on r.xmin::text = o.xmin::text) as together
        """)
    }
    #expect(writers == [["same": "1", "together": "1"]])
    await store.close()
  }

  @Test func `A step that fails takes its work back`() async throws {
    let (store, table) = try await Self.shop()
    let flow = try Self.flow(store, table) { throw Failure() }
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.summary().state == .ended(.failed))
    #expect(try await Self.rows(store, table) == [])
    await store.close()
  }

  /// Makes the table `lines`, which contains "a" and refuses a second one at the commit, and returns its schema, which is that of a table.
  private static func makeLines(beside table: String) async throws -> String {
    let schema = String(table.prefix { $0 != "." })
    try await TestServer.execute(
      "create table \(schema).lines (id text, constraint lines_id_key unique (id) deferrable initially deferred)")
    try await TestServer.execute("insert into \(schema).lines values ('a')")
    return schema
  }

  @Test(arguments: [
    (
      "insert into lines values ('a')",
      "duplicate key value violates unique constraint \"lines_id_key\" (23505)."
    ),
    (
      "insert into nowhere values ('a')",
      "current transaction is aborted, commands ignored until end of transaction block (25P02)."
    ),
  ])
  func `A step whose work the server refuses at the commit fails, and doesn't work again`(
    _ statement: String, _ reason: String
  ) async throws {
    let (store, table) = try await Self.shop()
    let schema = try await Self.makeLines(beside: table)
    let insert = FlowStepDeclaration(String.self, String.self, identifier: "insert", inTransactionOf: store) {
      text, _, sql in
      try await sql.execute("insert into \(table) values ('1', 1)")
      try await sql.execute("set local search_path = \(schema)")
      _ = try? await sql.execute(statement)
      return text
    }.keeping(TheText.self)
    let worker = FlowWorker(store, running: [try TestFlows.chain("order", [insert.step])], timed: ManualClock())
    let run = try await worker.start(try TestFlows.chain("order", [insert.step]), "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words.hasSuffix("The work of a step of run 1 can't be stored: \(reason)"))
    #expect(try await Self.rows(store, table) == [])
    await store.close()
  }

  @Test func `A step whose work the server refuses fails also if its records come with a snapshot`() async throws {
    let (store, table) = try await Self.shop()
    let schema = try await Self.makeLines(beside: table)
    let insert = FlowStepDeclaration(String.self, String.self, identifier: "insert", inTransactionOf: store) {
      text, _, sql in
      try await sql.execute("insert into \(schema).lines values ('a')")
      return text
    }.keeping(TheText.self)
    // A run that begins to wait after so many records writes a snapshot before.
    let earlier = (0..<30).map { number in
      FlowStepDeclaration(String.self, String.self, identifier: "\(number)") { text, _ in text }.step
    }
    let wait = FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
    let flow = try TestFlows.chain("order", earlier + [insert.step, wait.step])
    let worker = FlowWorker(store, running: [flow], timed: ManualClock())
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(
      try await run.outcome().words.hasSuffix(
        "duplicate key value violates unique constraint \"lines_id_key\" (23505)."))
    await store.close()
  }

  @Test func `D3: A worker that has lost its lease takes the work of its step back`() async throws {
    let (store, table) = try await Self.shop()
    let schema = try #require(table.split(separator: ".").first)
    let flow = try Self.flow(store, table) {
      // Another worker takes the run over meanwhile, once.
      try await TestServer.makeDue(schema, setting: "fence = 7, ", "where fence = 1")
    }
    let (events, continuation) = AsyncStream<WorkerEvent>.makeStream()
    let worker = FlowWorker(store, running: [flow], timed: ManualClock()) { continuation.yield($0) }
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x")
    #expect(try await Self.rows(store, table) == ["order/k/insert#1 2"])
    var event = events.makeAsyncIterator()
    #expect(await event.next()?.description == "Run 1 was taken over by another worker.")
    await store.close()
  }

  /// The moment at which the work of a step ends, while the worker loses its lease and claims the run again.
  enum Moment: CaseIterable {
    case beforeLoss, beforeClaim, afterClaim
  }

  // The worker continues under the later claim if nothing was recorded in between, and appends the record of the step.
  @Test(arguments: Moment.allCases)
  func `D3: A later claim of the same worker doesn't record a step whose work was taken back`(workEnds moment: Moment)
    async throws
  {
    let (store, table) = try await Self.shop()
    _ = try await store.add(NewRun(flow: "order", key: "k"))
    let request = ClaimRequest(["order"], limit: 1, lease: .zero)
    let first = try #require(try await store.claim(request).first)
    let visit = DurableVisit(of: first, step: "insert", number: 1)
    let beginning = try #require(store.steps.begin(visit))
    func endWork(at end: Moment) async throws {
      guard moment == end else { return }
      let transaction = try await store.begin()
      try await transaction.execute("insert into \(table) values ($1, $2)", visit.key, 1)
      _ = await store.steps.keep(transaction, of: visit, since: beginning)
    }
    try await endWork(at: .beforeLoss)
    let elsewhere = try await TestServer.open(String(table.prefix { $0 != "." }))
    let other = try #require(try await elsewhere.claim(request).first)
    _ = try await elsewhere.append([], to: other, then: .release(after: .zero))
    await #expect(throws: StoreError.leaseLost(first.run)) {
      try await store.append([], to: first, then: .hold(lease: .seconds(30)))
    }
    // A step that begins its work now must not fail because of that.
    #expect(store.steps.begin(visit)?.fence == first.fence)
    try await endWork(at: .beforeClaim)
    let later = try #require(try await store.claim(request).first)
    try await endWork(at: .afterClaim)
    await #expect(throws: StoreError.leaseLost(first.run)) {
      try await store.append(
        [FlowRecord(.settled(.init(step: "insert", visit: 1)))], to: later, then: .hold(lease: .seconds(30)))
    }
    #expect(try await store.records(of: first.run, after: 0, limit: 9).count == 1)
    #expect(try await Self.rows(store, table) == [])
    // The worker releases the run, and the step works again.
    _ = try await store.append([], to: later, then: .release(after: .zero))
    let last = try #require(try await store.claim(request).first)
    let transaction = try await store.begin()
    try await transaction.execute("insert into \(table) values ($1, $2)", visit.key, 2)
    _ = await store.steps.keep(transaction, of: visit, since: try #require(store.steps.begin(visit)))
    _ = try await store.append(
      [FlowRecord(.settled(.init(step: "insert", visit: 1)))], to: last, then: .hold(lease: .seconds(30)))
    #expect(try await Self.rows(store, table) == [visit.key])
    for store in [store, elsewhere] { await store.close() }
  }

  @Test func `The late end of an earlier work changes nothing`()
    async throws
  {
    let (store, table) = try await Self.shop()
    _ = try await store.add(NewRun(flow: "order", key: "k"))
    let run = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(60))).first)
    func begin(_ step: String) throws -> (DurableVisit, StepTransactions.Beginning) {
      let visit = DurableVisit(of: run, step: step, number: 1)
      return (visit, try #require(store.steps.begin(visit)))
    }
    var kept: [Bool] = []
    func end(_ work: (visit: DurableVisit, beginning: StepTransactions.Beginning)) async throws {
      let transaction = try await store.begin()
      try await transaction.execute("insert into \(table) values ($1, 1)", work.visit.key)
      kept.append(await store.steps.keep(transaction, of: work.visit, since: work.beginning))
    }
    let late = [try begin("a"), try begin("a"), try begin("b")]
    let latest = try begin("c")
    try await end(late[0])
    try await end(latest)
    try await end(late[1])
    let settled = FlowRecord(.settled(.init(step: "c", visit: 1)))
    _ = try await store.append([settled], to: run, then: .hold(lease: .seconds(60)))
    try await end(late[2])
    #expect(try await Self.rows(store, table) == [latest.0.key])
    // Work that isn't kept begins again, because the other work may have been the late one.
    #expect(kept == [false, true, false, false])
    await store.close()
  }

  @Test func `The end of an earlier claim forgets no work under a later one`() async throws {
    let (store, table) = try await Self.shop()
    _ = try await store.add(NewRun(flow: "order", key: "k"))
    let request = ClaimRequest(["order"], limit: 1, lease: .zero)
    let first = try #require(try await store.claim(request).first)
    let later = try #require(try await store.claim(request).first)
    let visit = DurableVisit(of: later, step: "a", number: 1)
    let beginning = try #require(store.steps.begin(visit))
    let transaction = try await store.begin()
    try await transaction.execute("insert into \(table) values ($1, 1)", visit.key)
    _ = await store.steps.keep(transaction, of: visit, since: beginning)
    store.steps.settle(first)
    let settled = FlowRecord(.settled(.init(step: "a", visit: 1)))
    _ = try await store.append([settled], to: later, then: .hold(lease: .seconds(60)))
    #expect(try await Self.rows(store, table) == [visit.key])
    await store.close()
  }

  @Test func `A step of a nested flow can't work in a transaction, because it has no record`() async throws {
    let (store, table) = try await Self.shop()
    let insert = FlowStepDeclaration(String.self, String.self, identifier: "insert", inTransactionOf: store) {
      text, _, sql in
      try await sql.execute("insert into \(table) values ('1', 1)")
      return text
    }
    let inner = try Flow<String, String>(FlowChain("inner") { insert }) { _ in "x" }
    let outer = FlowStepDeclaration(inner, identifier: "outer").keeping(TheText.self)
    let flow = try TestFlows.chain("order", [outer.step])
    let worker = FlowWorker(store, running: [flow], timed: ManualClock())
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(
      try await run.outcome().words.hasSuffix(
        """
        The visit order/k/outer#1/insert works in a transaction, but its flow is nested in another step, so no record commits the \
        work. Move the step to the chain of the durable flow.
        """))
    #expect(try await Self.rows(store, table) == [])
    await store.close()
  }

  @Test func `A step whose connection is lost works again, and its work is there once`() async throws {
    let (store, table) = try await Self.shop()
    let schema = try #require(table.split(separator: ".").first)
    let flow = try Self.flow(store, table) {
      guard try await TestServer.execute("select from \(schema).runs where fence = 1").count == 1 else { return }
      try await TestServer.makeDue(schema)
      try await TestServer.execute(
        """
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where state = 'idle in transaction' and query like 'insert into \(table)%'
        """)
    }
    let worker = FlowWorker(store, running: [flow], timed: ManualClock())
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x")
    #expect(try await Self.rows(store, table) == ["order/k/insert#1 2"])
    await store.close()
  }

  @Test func `A step whose connection is lost during its work works again at once`() async throws {
    let (store, table) = try await Self.shop()
    let starts = AsyncStream<Int>.makeStream()
    let insert = FlowStepDeclaration(Int.self, Int.self, identifier: "insert", inTransactionOf: store) {
      _, visit, sql in
      starts.continuation.yield(visit.attempt)
      try await sql.execute("insert into \(table) values ($1, $2)", visit.key, 1)
      if try await TestServer.execute(
        "select from pg_tables where tablename = 'cut' and schemaname || '.orders' = $1", table
      ).isEmpty {
        try await TestServer.execute("create table \(table.split(separator: ".")[0]).cut ()")
        try await TestServer.execute(
          """
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where state = 'idle in transaction' and query like 'insert into \(table)%'
          """)
      }
      return try await sql.execute("update \(table) set cents = 2")
    }
    let flow = try DurableFlow(FlowChain(identifier: "order", [insert.step]), Int.self, Int.self, keeping: TheText.self)
    { _ in 1 }
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, 1, key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.summary().state == .ended(.completed))
    #expect(
      try await store.transaction { try await $0.query("select * from \(table)") } == [
        ["id": "order/k/insert#1", "cents": "2"]
      ])
    starts.continuation.finish()
    var attempts: [Int] = []
    for await attempt in starts.stream { attempts.append(attempt) }
    #expect(attempts == [1, 1])
    await store.close()
  }

  @Test func `A step in a transaction of another store than its worker's fails with a sentence`() async throws {
    let (store, table) = try await Self.shop()
    let flow = try Self.flow(store, table)
    let worker = FlowWorker(MemoryStore(), running: [flow])
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    let outcome = try await run.outcome().words
    #expect(
      outcome.contains(
        "The visit order/k/insert#1 works in a transaction of a store that doesn't hold its run. Give the step the store of "
          + "its worker."), "\(outcome)")
    #expect(try await Self.rows(store, table) == [])
    await store.close()
  }

  @Test func `A step whose work is always taken back fails after ten attempts, and each one is reported`() async throws
  {
    let events = AsyncStream<PostgresEvent>.makeStream()
    let store = try await TestServer.open { $0.report = { events.continuation.yield($0) } }
    let conflict = PostgresError.refused(server: "s", action: "carry out a statement", code: "40001", reason: "no")
    let insert = FlowStepDeclaration(String.self, String.self, identifier: "insert", inTransactionOf: store) {
      _, _, _ in
      throw conflict
    }.keeping(TheText.self)
    let flow = try TestFlows.chain("order", [insert.step])
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    let sentence =
      "The work of the visit order/k/insert#1 was taken back 10 times, and isn't tried again. The last reason: \(conflict)"
    #expect(try await run.outcome().words.hasSuffix(sentence))
    events.continuation.finish()
    var reported: [String] = []
    for await event in events.stream { reported.append(event.description) }
    #expect(
      reported
        == (2...10).map {
          "The work of the visit order/k/insert#1 was taken back, and attempt \($0) starts: \(conflict)"
        })
    await store.close()
  }
}
