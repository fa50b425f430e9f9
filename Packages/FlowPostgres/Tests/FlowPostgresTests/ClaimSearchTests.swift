import FlowDurable
import FlowState
import FlowStateTesting
import Testing

@testable import FlowPostgres

/// Where claims begin to search, and what they cost while a transaction stays open.
struct ClaimSearchTests {
  private static let request = ClaimRequest(["order"], limit: 8, lease: .seconds(600))

  /// Adds runs that end at once, each claimed on its own.
  private static func end(_ count: Int, in schema: String) async throws {
    for statement in [
      """
      insert into \(schema).runs (flow, queue, priority, state, due, look, began, changed, birth)
        select 'order', 'default', 0, 'ready', t, t, t, t, 0 from generate_series(1, \(count)), \(schema).now_ms() t
      """,
      "update \(schema).runs set state = 'held', due = due + 600000, look = look + 600000 where state = 'ready'",
      "update \(schema).runs set state = 'completed', due = null, look = null where state = 'held'",
    ] { try await TestServer.execute(statement) }
  }

  /// Returns the number of pages that a claim of one run reads.
  private static func pages(_ store: PostgresStore, _ schema: String, key: String) async throws -> Int {
    _ = try await store.add(NewRun(flow: "order", key: key))
    let scope = ClaimSearch.Scope(queue: "default", flows: ["order"])
    let starts = await store.starts(of: scope)
    func list(_ numbers: [Int]) -> String { "array[\(numbers.map(String.init).joined(separator: ","))]::bigint[]" }
    let flows = "array[\(starts.flows.map { "'\($0)'" }.joined(separator: ","))]::text[]"
    let plan = try await TestServer.execute(
      "explain (analyze, buffers, timing off) select * from \(schema).claim('default', '{order}', 8, 600000, null, 5, 256, "
        + "\(flows), \(list(starts.priorities)), \(list(starts.times)))")
    let line = plan.compactMap { $0.text(0) }.first { $0.contains("Buffers: shared hit=") } ?? ""
    let count = line.split(separator: "hit=").last.flatMap { Int($0.prefix { $0.isNumber }) }
    return try #require(count, "\(plan.compactMap { $0.text(0) })")
  }

  @Test func `A claim reads no more pages because a transaction is open while runs end`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    try await Self.end(10, in: schema)
    let before = try await Self.pages(store, schema, key: "a")
    try await store.transaction { sql in
      // The transaction has a number and sees an old state of the database, like a forgotten session.
      _ = try await sql.query("select pg_current_xact_id()")
      try await Self.end(20_000, in: schema)
      try await TestServer.execute("vacuum \(schema).runs")
      // The runs have ended within the second by which a search begins earlier than it has to.
      let past = try await store.now().milliseconds + Int64(ClaimSearch.slack)
      for _ in 0..<100_000 {
        if try await store.now().milliseconds > past { break }
      }
      store.search.forget()
      _ = try await store.claim(Self.request)
      store.search.hurry()
      let after = try await Self.pages(store, schema, key: "b")
      #expect(after < before + 200, "\(before) pages before, \(after) after")
    }
    await store.close()
  }

  @Test func `A claim is planned once in a session`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let settings = try await TestServer.execute(
      "select array_to_string(proconfig, ' ') from pg_proc where pronamespace = $1::regnamespace and proname like 'claim%'",
      schema)
    // The function of version 0.1 calls the one of this version.
    #expect(
      settings.compactMap { $0.text(0) }.count { $0.contains("plan_cache_mode=force_generic_plan") } == 2, "\(settings)"
    )
    await store.close()
  }

  @Test func `A run that a long transaction has started is claimed after its commit`() async throws {
    let schema = TestServer.name()
    let (store, other) = (try await TestServer.open(schema), try await TestServer.open(schema))
    _ = try await store.add(NewRun(flow: "order", key: "first"))
    #expect(try await store.claim(Self.request).map(\.key) == ["first"])
    try await other.transaction { sql in
      _ = try await sql.add(NewRun(flow: "order", key: "late"))
      // Other runs are due later and are claimed while the transaction is open.
      let added = try await store.now().milliseconds
      for _ in 0..<100_000 {
        if try await store.now().milliseconds > added + 2 * Int64(ClaimSearch.slack) { break }
      }
      _ = try await store.add(NewRun(flow: "order", key: "second"))
      store.search.hurry()
      #expect(try await store.claim(Self.request).map(\.key) == ["second"])
      let starts = await store.starts(of: ClaimSearch.Scope(queue: "default", flows: ["order"]))
      #expect(starts.times.allSatisfy { $0 < added }, "\(starts) \(added)")
    }
    store.search.hurry()
    #expect(try await store.claim(Self.request).map(\.key) == ["late"])
    for store in [store, other] { await store.close() }
  }

  @Test func `Priorities that other processes add are found, highest first`() async throws {
    let schema = TestServer.name()
    let (store, other) = (try await TestServer.open(schema), try await TestServer.open(schema))
    func add(_ priorities: Int...) async throws {
      for priority in priorities {
        var run = NewRun(flow: "order", key: "\(priority)")
        run.priority = priority
        _ = try await other.add(run)
      }
    }
    try await add(0, 5)
    #expect(try await store.claim(Self.request).map(\.key) == ["5", "0"])
    store.search.hurry()
    #expect(try await store.claim(Self.request).isEmpty)
    try await add(-3, 2, 9, -7)
    #expect(try await store.claim(Self.request).map(\.key) == ["9", "2", "-3", "-7"])
    for store in [store, other] { await store.close() }
  }

  @Test func `The times are forgotten when the server's clock goes back, and after ten minutes`() {
    let search = ClaimSearch()
    let scope = ClaimSearch.Scope(queue: "default", flows: ["order"])
    let start = ContinuousClock.now
    #expect(search.begin(scope, at: start).moves)
    #expect(!search.begin(scope, at: start + .milliseconds(500)).moves)
    var starts = ClaimSearch.Starts()
    starts.add("order", 0, 4_000)
    #expect(search.move(scope, to: starts, now: 5_000).times == [4_000])
    #expect(search.begin(scope, at: start + .seconds(2)) == (starts, true))
    search.note(4_999)
    #expect(search.begin(scope, at: start + .seconds(3)) == (ClaimSearch.Starts(), true))
    // An answer of before the clock went back is of no use.
    search.note(4_000)
    #expect(search.move(scope, to: starts, now: 4_500) == ClaimSearch.Starts())
    _ = search.begin(scope, at: start + .seconds(4))
    #expect(search.move(scope, to: starts, now: 5_500) == starts)
    #expect(search.begin(scope, at: start + .seconds(605)) == (ClaimSearch.Starts(), true))
  }

  @Test func `A claim that others have kept from some due runs is followed by another one`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    for key in ["a", "b"] { _ = try await store.add(NewRun(flow: "order", key: key)) }
    var wakes = store.dueWakes.makeAsyncIterator()
    _ = await wakes.next()
    let other = try await TestServer.open(schema)
    try await other.transaction { sql in
      _ = try await sql.query("select from \(schema).runs where key = 'a' for update")
      #expect(try await store.claim(Self.request).map(\.key) == ["b"])
    }
    let hint = Task { [wakes] in
      var wakes = wakes
      return await wakes.next() != nil
    }
    #expect(await hint.value)
    #expect(try await store.claim(Self.request).map(\.key) == ["a"])
    for store in [store, other] { await store.close() }
  }

  @Test func `The end of a run is no reason to claim`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let flow = try TestFlows.text("order") { $0 + "a" }
    let claims = Locked(0)
    let worker = FlowWorker(
      store, running: [flow],
      noting: { if case .claimed(0, _) = $0 { claims.withLock { $0 += 1 } } })
    let start = ContinuousClock.now
    let working = Task { try await worker.run() }
    for key in 1...40 { #expect(try await worker.start(flow, "x", key: "\(key)").outcome().words == "completed: xa") }
    await worker.stop()
    try await working.value
    // The worker asks when it begins, and each second.
    let seconds = Int((ContinuousClock.now - start).components.seconds)
    #expect(claims.withLock { $0 } <= seconds + 3)
    await store.close()
  }
}
