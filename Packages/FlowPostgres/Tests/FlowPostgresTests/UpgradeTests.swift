import FlowDurable
import FlowDurableTesting
import Testing

@testable import FlowPostgres

/// A store of version 0.1 that this version opens while workers of 0.1 still use it.
struct UpgradeTests {
  /// Makes the schema of version 0.1, with a run in each state.
  private static func makeOldSchema() async throws -> String {
    let schema = TestServer.name()
    await (try await TestServer.open(schema)).close()
    for statement in [
      "drop trigger runs_rest on @.runs", "drop trigger runs_removed on @.runs",
      "drop trigger records_reused on @.records", "drop function @.note_rest", "drop function @.note_removed_keys",
      "drop function @.mark_reused_key", "drop function @.forget", "drop table @.clock, @.clock_skips, @.used_keys",
      "drop function @.key_place", "alter table @.runs drop column rested, drop column rested_step",
      "delete from @.migrations where version > 1",
      """
      insert into @.runs (flow, key, queue, priority, state, position, began, changed, birth)
        select 'order', n::text, 'default', 0, (enum_range(null::@.run_state))[1 + n % 7], 'charge', n, n, n
          from generate_series(1, 5000) n
      """,
    ] + StoreIndex.all.map({ "drop index if exists @.\($0.name)" }) {
      try await TestServer.execute(statement.replacing("@", with: schema))
    }
    return schema
  }

  /// Migrates a schema, without its indexes.
  private static func migrate(_ schema: String) async throws {
    let connection = try await PostgresPool(ServerAddress(TestServer.url), PostgresSettings()).connect()
    _ = try await SchemaKeeper(connection: connection, schema: SchemaName(schema), server: "server").prepare()
    connection.close()
  }

  /// Begins a transaction that has changed runs.
  private static func transaction(of schema: String) async throws -> PostgresConnection {
    let connection = try await PostgresPool(ServerAddress(TestServer.url), PostgresSettings()).connect()
    for text in ["begin", "update \(schema).runs set note = null where state = 'held'"] {
      _ = try await connection.send([PostgresStatement(text, prepared: false)])
    }
    return connection
  }

  private static func validIndexes(_ schema: String) async throws -> Set<String> {
    let text =
      "select relname::text from pg_class c join pg_index i on i.indexrelid = c.oid "
      + "where relnamespace = $1::regnamespace and indisvalid"
    return Set(try await TestServer.execute(text, schema).compactMap { $0.text(0) })
  }

  /// Waits until the creation of an index waits for a transaction.
  private static func waitForIndex(of schema: String) async throws {
    let text =
      "select from pg_stat_activity where query like 'create index%' and query like '%' || $1 || '%' "
      + "and wait_event_type = 'Lock'"
    for _ in 0..<10_000 {
      if try await !TestServer.execute(text, schema).isEmpty { return }
      await Task.yield()
    }
    Issue.record("No index is created.")
  }

  private static func hasAllIndexes(_ schema: String) async throws -> Bool {
    try await validIndexes(schema).isSuperset(of: StoreIndex.all.map(\.name))
  }

  @Test func `Workers write while a new version makes its indexes, and lists are complete before and after`()
    async throws
  {
    let schema = try await Self.makeOldSchema()
    try await Self.migrate(schema)
    // A new index must wait for its end.
    let connection = try await Self.transaction(of: schema)
    let store = try await TestServer.open(schema)
    var query = RunQuery()
    query.order = .changed
    let before = try await store.runs(query, after: nil, limit: 6_000)
    #expect(before.count == 5_000)
    try await Self.waitForIndex(of: schema)
    #expect(try await !Self.hasAllIndexes(schema))
    let run = try await store.add(NewRun(flow: "new")).run
    let claim = try #require(try await store.claim(ClaimRequest(["new"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: claim, then: .end(.completed))
    connection.close()
    await store.indexes.finish()
    #expect(try await Self.hasAllIndexes(schema))
    let after = try await store.runs(query, after: nil, limit: 6_000)
    #expect(after.map(\.number) == before.map(\.number) + [run])
    await store.close()
  }

  @Test func `Workers write while the migration waits for a transaction`() async throws {
    let schema = try await Self.makeOldSchema()
    let connection = try await Self.transaction(of: schema)
    let opening = Task { try await TestServer.open(schema) }
    // A worker of 0.1 whose call waits behind the migration for at most a second.
    for key in 1...5 {
      let begin = ContinuousClock.now
      try await TestServer.execute(
        "insert into \(schema).runs (flow, key, queue, priority, state, began, changed, birth) "
          + "values ('new', $1, 'default', 0, 'ready', 0, 0, 0)", "\(key)")
      #expect(begin.duration(to: .now) < .seconds(10))
    }
    _ = try await connection.send([PostgresStatement("commit", prepared: false)])
    connection.close()
    let store = try await opening.value
    await store.indexes.finish()
    #expect(try await Self.hasAllIndexes(schema))
    #expect(try await store.runs(RunQuery(flows: ["new"]), after: nil, limit: 9).count == 5)
    await store.close()
  }

  @Test func `Stores that are opened at once on a database without a schema don't collide`() async throws {
    for _ in 0..<5 {
      let schema = TestServer.name()
      let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
        for _ in 0..<6 { group.addTask { try await TestServer.open(schema) } }
        var stores: [PostgresStore] = []
        for try await store in group { stores.append(store) }
        return stores
      }
      #expect(try await Self.hasAllIndexes(schema))
      for store in stores { await store.close() }
    }
  }

  @Test func `Stores that are opened at once don't collide, and a broken index is made again`() async throws {
    let schema = try await Self.makeOldSchema()
    try await TestServer.execute("create index runs_keys on \(schema).runs (id)")
    try await TestServer.execute(
      "update pg_index set indisvalid = false where indexrelid = '\(schema).runs_keys'::regclass")
    let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
      for _ in 0..<4 { group.addTask { try await TestServer.open(schema) { $0.report = { Issue.record("\($0)") } } } }
      var stores: [PostgresStore] = []
      for try await store in group { stores.append(store) }
      return stores
    }
    for store in stores { await store.indexes.finish() }
    #expect(try await Self.hasAllIndexes(schema))
    let definition = try await TestServer.execute("select pg_get_indexdef('\(schema).runs_keys'::regclass)")
    #expect(definition.first?.text(0)?.contains("text_pattern_ops") == true)
    for store in stores { await store.close() }
  }

  @Test func `Workers of version 0.1 note the keys of the runs that they remove, and mark the runs that get them`()
    async throws
  {
    let store = try await TestServer.open()
    let schema = store.settings.schema
    let run = try await store.add(NewRun(flow: "order", key: "4711")).run
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: claim, then: .end(.completed))
    // The statements of version 0.1.
    try await TestServer.execute(
      """
      with old as materialized (select id from \(schema).runs where id = $1::bigint for update skip locked),
      records as (delete from \(schema).records r using old o where r.run = o.id)
      delete from \(schema).runs r using old o where r.id = o.id
      """, "\(run)")
    let added = try await TestServer.execute(
      """
      with added as (
        insert into \(schema).runs (flow, key, queue, priority, state, due, look, began, changed, birth)
          values ('order', '4711', 'default', 0, 'ready', 0, 0, 0, 0, 1) returning id, began
      ), beginning as (
        insert into \(schema).records (run, number, at, body)
          select a.id, 1, a.began, '{"began":"order","key":"4711"}' from added a
      )
      select id from added
      """)
    let number = RunNumber(rawValue: try #require(added.first?.text(0).flatMap { Int($0) }))
    guard case .began(let began)? = try await store.records(of: number, after: 0, limit: 1).first?.body else {
      Issue.record("The first record isn't the beginning.")
      return
    }
    #expect(began.reusesKey)
    await store.close()
  }

  @Test func `Ended runs are kept when the server's clock jumps, whatever process asks`() async throws {
    let subject = try await StoreUnderTest.postgres()
    let store = try #require(subject.store as? PostgresStore)
    let day = Duration.seconds(86_400)
    _ = try await store.add(NewRun(flow: "order"))
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: claim, then: .end(.completed))
    // The clock of the test begins in 1970.
    let schema = store.settings.schema
    try await TestServer.execute("update \(schema).clock set seen = (select now from \(schema).test_clock)")
    try await subject.advance(day * 3_650)
    for _ in 0..<7 {
      #expect(try await store.forgetEnded(olderThan: day * 7) == 0)
      try await subject.advance(day)
    }
    let other = try await TestServer.open(schema)
    #expect(try await other.forgetEnded(olderThan: day * 7) == 1)
    await other.close()
    await store.close()
  }
}
