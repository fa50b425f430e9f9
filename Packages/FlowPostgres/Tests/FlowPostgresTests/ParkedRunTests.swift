import FlowDurable
import Testing

@testable import FlowPostgres

/// Looking for the few parked runs among many others.
struct ParkedRunTests {
  @Test func `Parked runs are listed and counted by an index of their own`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    try await TestServer.execute(
      """
      insert into \(schema).runs (flow, queue, priority, state, note, began, changed, birth)
        select 'order', 'default', 0, (case when n % 1000 = 0 then 'parked' else 'waiting' end)::\(schema).run_state, 'why',
            n, n, n
          from generate_series(1, 20000) n
      """)
    try await TestServer.execute("analyze \(schema).runs")
    for isNewestFirst in [false, true] {
      var query = RunQuery(states: [.parked])
      query.newestFirst = isNewestFirst
      let statement = try #require(QueryStatement(query))
      for text in [statement.runs, statement.counts] {
        var text = store.statements.schema.statement(text)
        let known = [14: "50", 9: "null::bigint[]", 3: "array['parked']", 2: "null::text[]", 1: "5000"]
        for number in (1...14).reversed() { text = text.replacing("$\(number)", with: known[number] ?? "null") }
        let plan = try await TestServer.execute("explain " + text).compactMap { $0.text(0) }
        #expect(plan.contains { $0.contains("runs_stopped") }, "\(plan)")
      }
    }
    var query = RunQuery(states: [.parked])
    #expect(try await store.runs(query, after: nil, limit: 99).count == 20)
    #expect(try await store.counts(query).map(\.runs) == [20])
    query.newestFirst = true
    let newest = try await store.runs(query, after: nil, limit: 1).first
    #expect(newest?.state == .parked("why"))
    #expect(newest?.number == RunNumber(rawValue: 20_000))
    await store.close()
  }
}
