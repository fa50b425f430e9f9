import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Testing

@testable import FlowPostgres

/// A store whose server isn't there, refuses a request, or is lost.
struct ServerFaultTests {
  private static func error(_ url: String, _ change: (inout PostgresSettings) -> Void = { _ in }) async
    -> PostgresError?
  {
    do {
      await (try await TestServer.open(at: url, change)).close()
      return nil
    } catch {
      return error as? PostgresError
    }
  }

  @Test func `A missing server gives a sentence with the address and without the password`() async {
    let error = await Self.error("postgresql://flow:secret@/shop?host=/nowhere")
    #expect(
      error?.description
        == "Can't connect to 'postgresql://flow@/shop?host=/nowhere': connection to server on socket "
        + "\"/nowhere/.s.PGSQL.5432\" failed: No such file or directory.")
  }

  @Test func `A wrong password gives a sentence`() async throws {
    try await TestServer.execute("drop role if exists locked")
    try await TestServer.execute("create role locked login password 'right'")
    let error = await Self.error(TestServer.url.replacing("flow@", with: "locked:wrong@"))
    #expect(
      error?.description.hasSuffix("FATAL:  password authentication failed for user \"locked\".") == true,
      "\(error as Any)")
    #expect(error?.description.contains("wrong") == false)
  }

  @Test func `An address that can't be read gives a sentence`() async {
    let error = await Self.error("shop")
    #expect(
      error?.description
        == "The address of the server can't be read: expected a URL with percent-encoded special characters, or keywords "
        + "and values, such as 'host=db dbname=shop'.")
  }

  @Test(
    arguments: [
      ("postgresql://app:Sec/ret@db.example/shop", ["Sec", "ret"]),
      ("postgresql://app:123/ret@db.example/shop", ["123", "ret"]),
      ("postgresql://app:p@ss@db.example/shop", ["p@", "ss@"]),
      ("postgresql://app:pa%ssword@db/shop", ["pa%", "ssword@"]),
      ("host=db user=app password=my secret", ["my", "secret"]),
    ])
  func `An address whose password isn't encoded is refused without a part of it`(_ text: String, _ parts: [String]) {
    let error = #expect(throws: PostgresError.self) { try ServerAddress(text) }
    for part in parts { #expect(error?.description.contains(part) == false) }
  }

  @Test(
    arguments: [
      ("postgresql://app:Sec%2Fr%40t@one:1,two:2/shop", "postgresql://app@one,two:1,2/shop"),
      ("postgresql://app:a?b@db:5433/shop", "postgresql://app@db:5433/shop"),
      ("postgresql:///shop?host=@socket", "postgresql://@socket/shop"),
      ("host=db dbname=a@b user=app password=p@s/s", "postgresql://app@db/a@b"),
    ])
  func `The description of an address has no password`(_ text: String, _ description: String) throws {
    #expect(try ServerAddress(text).description == description)
  }

  @Test(arguments: ["", "Flow", "a\"b", "a;drop", "pg_flow", "1a", "é", String(repeating: "a", count: 49)])
  func `A schema's name is checked`(_ name: String) async {
    let error = await Self.error(TestServer.url) { $0.schema = name }
    #expect(error == .invalidSchema(name))
  }

  @Test func `A newer schema is refused`() async throws {
    let schema = TestServer.name()
    await (try await TestServer.open(schema)).close()
    try await TestServer.execute("insert into \(schema).migrations (version) values (99)")
    let error = await Self.error(TestServer.url) { $0.schema = schema }
    #expect(
      error?.description
        == "Schema '\(schema)' in '\(try ServerAddress(TestServer.url).description)' has version 99, which is newer than version \(Migration.all.count) of this library."
    )
  }

  @Test func `Many processes make the schema at once`() async throws {
    let schema = TestServer.name()
    let identities = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try await TestServer.open(schema)
          await store.close()
          return store.identity
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(identities.count == 1)
  }

  @Test func `A role that may not change the schema can use it`() async throws {
    let (schema, role) = (TestServer.name(), TestServer.name())
    await (try await TestServer.open(schema)).close()
    try await TestServer.execute("create role \(role) login")
    try await TestServer.execute("grant usage on schema \(schema) to \(role)")
    try await TestServer.execute("grant select, insert, update, delete on all tables in schema \(schema) to \(role)")
    let store = try await TestServer.open(schema, at: TestServer.url.replacing("flow@", with: "\(role)@"))
    _ = try await store.add(NewRun(flow: "order"))
    #expect(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(9))).count == 1)
    await store.close()
  }

  @Test func `A connection to a server that can only be read is replaced`() async throws {
    let (schema, role) = (TestServer.name(), TestServer.name())
    await (try await TestServer.open(schema)).close()
    for statement in [
      "create role \(role) login", "grant usage on schema \(schema) to \(role)",
      "grant select, insert, update, delete on all tables in schema \(schema) to \(role)",
      "alter role \(role) set default_transaction_read_only = on",
    ] { try await TestServer.execute(statement) }
    let store = try await TestServer.open(schema, at: TestServer.url.replacing("flow@", with: "\(role)@")) {
      $0.connections = 1
    }
    @Sendable func change() async throws {
      try await store.transaction { try await $0.execute("delete from \(schema).messages") }
    }
    let error = await #expect(throws: StoreError.self) { try await store.add(NewRun(flow: "order")) }
    #expect(error?.description.hasSuffix("(25006).") == true, "\(error as Any)")
    await #expect(throws: PostgresError.self) { try await change() }
    // As if the address led to another server now: only a new connection can write.
    try await TestServer.execute("alter role \(role) reset default_transaction_read_only")
    #expect(try await store.add(NewRun(flow: "order")).isNew)
    try await change()
    await store.close()
  }

  @Test func `Quotes, backslashes and statements in names are just text`() async throws {
    let store = try await TestServer.open()
    let names = ["it's", "\"; drop table runs; --", "\\", "$1", "é\u{1F600}", "{a,b}", "NULL"]
    for name in names {
      var run = NewRun(flow: name, key: name, content: .string(name))
      (run.queue, run.tenant) = (name, name)
      let number = try await store.add(run).run
      _ = try await store.send(FlowMessage(.message(name: name, body: .string(name)), key: name), to: number)
      let claimed = try await store.claim(
        ClaimRequest(names, queue: name, limit: 9, lease: .seconds(30), worker: name))
      #expect(claimed.map { [$0.flow, $0.key, $0.queue, $0.tenant] } == [[name, name, name, name]])
      #expect(claimed.first?.messages.map(\.message.key) == [name])
      _ = try await store.append(
        [FlowRecord(.started(.init(step: name, visit: 1)))], to: claimed[0], then: .wait(.never, for: names))
      var query = RunQuery(flows: [name], key: name)
      (query.tenant, query.queue, query.position) = (name, name, name)
      #expect(try await store.runs(query, after: nil, limit: 9).map(\.state) == [.waiting(until: nil, for: names)])
    }
    await store.close()
  }

  @Test func `A zero byte is refused with a sentence`() async throws {
    let store = try await TestServer.open()
    await #expect(
      throws: StoreError.unstorable(
        value: "The key of a run of flow 'order'", reason: "it has a zero byte, and a name or a key has none")
    ) { try await store.add(NewRun(flow: "order", key: "a\0b")) }
    await #expect(throws: PostgresError.zeroByte("Value $1 of a statement")) {
      try await store.transaction { try await $0.execute("select $1", "a\0b") }
    }
    await store.close()
  }

  @Test func `A statement that takes too long gives a sentence, and nothing has changed`() async throws {
    let schema = TestServer.name()
    await (try await TestServer.open(schema)).close()
    let store = try await TestServer.open(schema, at: TestServer.url + "&options=-c%20statement_timeout%3D1s")
    let number = try await store.add(NewRun(flow: "order")).run
    let error = await #expect(throws: StoreError.self) {
      let other = try await TestServer.open(schema)
      try await other.transaction { sql in
        try await sql.execute("select from \(schema).runs for update")
        _ = try await store.send(FlowMessage(.cancel), to: number)
      }
    }
    #expect(
      error?.description
        == "Can't send a message to run 1 in '\(store.address)': canceling statement due to statement timeout (57014).")
    #expect(error?.isTemporary == true && error?.mayHaveChanged == false)
    #expect(try await store.runs(RunQuery(), after: nil, limit: 1).first?.waitingMessages == 0)
    await store.close()
  }

  @Test
  func `A late call fails and is cancelled in the server, and a statement of the program continues`() async throws {
    let schema = TestServer.name()
    let locker = try await TestServer.open(schema)
    let store = try await TestServer.open(schema) {
      $0.answerLimit = .seconds(2)
      $0.patience = .milliseconds(50)
    }
    @Sendable func waiting(_ query: String) async throws -> Int {
      try await TestServer.execute(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1", "%\(query)%"
      ).count
    }
    let reading = try await locker.transaction { sql in
      try await sql.execute("lock table \(schema).runs in access exclusive mode")
      let reading = Task {
        try await store.transaction { try await $0.execute("select 1 from \(schema).runs") }
      }
      let error = await #expect(throws: StoreError.self) { try await store.counts(RunQuery()) }
      #expect(
        error?.description
          == "Can't count runs in '\(store.address)': the server hasn't answered within 2.0 seconds. The server may have done it "
          + "before the connection was lost.")
      try await patiently("The late call was not cancelled in the server") {
        try await waiting("from \"\(schema)\".runs where id > $1") == 0
      }
      // It has waited for a lock for longer than the limit.
      #expect(try await waiting("select 1 from \(schema).runs") == 1)
      return reading
    }
    #expect(try await reading.value(orSay: "The statement did not end") == 0)
    await store.close()
    await locker.close()
  }

  @Test func `A store can wait for answers as long as its program likes`() async throws {
    let store = try await TestServer.open {
      $0.answerLimit = .seconds(Int64.max)
      $0.patience = .seconds(Int64.max)
    }
    #expect(try await store.now() > StoreTime(milliseconds: 0))
    await store.close()
  }

  @Test func `A worker continues when the server's disk is no longer full`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let full = """
      create function \(schema).disk_full() returns trigger language plpgsql as
      'begin raise exception ''could not extend file: No space left on device'' using errcode = ''53100''; end'
      """
    try await TestServer.execute(full)
    let clock = ManualClock()
    let (events, continuation) = AsyncStream<WorkerEvent>.makeStream()
    let flow = try TestFlows.text("full") { text in text }
    let worker = FlowWorker(store, running: [flow], timed: clock) { continuation.yield($0) }
    let run = try await worker.start(flow, "x", key: "k")
    try await TestServer.execute(
      "create trigger disk_full before insert on \(schema).records for each row execute function \(schema).disk_full()")
    continuation.finishPatiently(orSay: "The worker did not report the full disk")
    let working = Task { try await worker.runUntilIdle() }
    var event = events.makeAsyncIterator()
    let first = await event.next()
    #expect(
      first?.description
        == "The store failed, and the worker tries again: Can't record run 1 in '\(store.address)': could not extend file: "
        + "No space left on device (53100).")
    try await TestServer.execute("drop trigger disk_full on \(schema).records")
    // The worker waits for a second of its clock. It may not have begun to.
    let waiting = Task {
      try await patiently("The worker did not end") {
        clock.advance(by: .seconds(1))
        return Task.isCancelled
      }
    }
    try await working.value(orSay: "The worker did not end")
    waiting.cancel()
    #expect(try await run.summary().state == .ended(.completed))
    await store.close()
  }

  @Test func `A store that was closed reports that it is closed`() async throws {
    let store = try await TestServer.open()
    await store.close()
    let error = await #expect(throws: StoreError.self) { try await store.add(NewRun(flow: "order")) }
    #expect(error?.description == "Can't start flow 'order' in '\(store.address)': the store was closed.")
  }
}
