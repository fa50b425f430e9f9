import FlowDurable
import Testing

@testable import FlowPostgres

/// The plans of lists: each reads an index instead of all runs.
struct ListingPlanTests {
  /// A query, and the index that answers it.
  private struct Case: Sendable {
    let index: String
    let query: RunQuery

    init(_ index: String, _ change: (inout RunQuery) -> Void) {
      self.index = index
      var query = RunQuery()
      query.newestFirst = true
      change(&query)
      self.query = query
    }
  }

  private static func makeStore() async throws -> PostgresStore {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    try await TestServer.execute(
      """
      insert into \(schema).runs
          (flow, key, queue, tenant, priority, state, due, look, position, note, worker, claims, began, changed, birth)
        select case when n % 1000 = 7 then 'rare' else 'order' end, n::text, case when n % 1000 = 5 then 'slow' else 'default' end,
            'tenant' || n % 1000, 0, s::\(schema).run_state, case when s = 'ready' then 0 end, case when s = 'ready' then 0 end,
            case when n % 1000 = 9 then 'rare' else 'charge' end, 'why', case when s = 'held' then 'w' || n % 7 end,
            case when s = 'held' then n % 5 else 0 end, n, 100000 + n * 7919 % 30000, n
          from (select n, case when n % 1000 = 0 then 'parked' when n % 1000 = 1 then 'held' when n % 1000 = 2 then 'ready'
              else 'completed' end as s from generate_series(1, 30000) n) x
      """)
    try await TestServer.execute("analyze \(schema).runs")
    return store
  }

  private static let time = StoreTime(milliseconds: 29_950)

  private static let cases = [
    Case("runs_pkey") { _ in },
    Case("runs_flows") { $0.flows = ["rare"] },
    Case("runs_states") { $0.states = [.ready] },
    Case("runs_stopped") { $0.states = [.parked] },
    Case("runs_states") { $0.states = [.held] },
    Case("runs_tenants") { $0.tenant = "tenant7" },
    Case("runs_queues") { $0.queue = "slow" },
    Case("runs_steps") { $0.position = "rare" },
    Case("runs_keys") { $0.keyPrefix = "777" },
    Case("runs_began") { $0.beganFrom = time },
    Case("runs_rested") { $0.changedBefore = StoreTime(milliseconds: 100_050) },
    Case("runs_rested") { $0.order = .changed },
    Case("runs_durations") { $0.order = .duration },
    Case("runs_pkey") { $0.order = .attempts },
    Case("runs_pkey") { $0.order = .worker },
  ]

  @Test func `Each list reads an index, in each direction and on later pages`() async throws {
    let store = try await Self.makeStore()
    for example in Self.cases {
      for isNewestFirst in [true, false] {
        var query = example.query
        query.newestFirst = isNewestFirst
        // The condition of times is rare at one end only.
        if !isNewestFirst, query.beganFrom != nil { continue }
        var statement = QueryStatement(query, hasRests: true)
        statement.hasRareKeys = query.keyPrefix != nil
        let first = try await store.runs(query, after: nil, limit: 10)
        #expect(first.count == 10, "\(query)")
        let cursor = QueryStatement.Cursor(
          run: 15_000, value: query.order == .worker ? .text("") : .integer(query.order == .attempts ? 0 : 100_000),
          isNone: true)
        for (number, cursor) in [(nil, nil), (15_000, cursor)] as [(Int?, QueryStatement.Cursor?)] {
          let list = try #require(statement.list(after: number, cursor, limit: 10))
          let plan = try await Self.plan(of: list, store)
          let isFound = plan.contains {
            $0.contains(example.index) || query.order == .number && $0.contains("runs_pkey")
          }
          #expect(
            isFound && !plan.contains { $0.contains("Seq Scan") }, "\(list.text)\n\(plan.joined(separator: "\n"))")
        }
      }
    }
    await store.close()
  }

  @Test func `Parked runs are counted by an index`() async throws {
    let store = try await Self.makeStore()
    let query = RunQuery(states: [.parked])
    let plan = try await Self.plan(of: try #require(QueryStatement(query, hasRests: true).counts()), store)
    #expect(plan.contains { $0.contains("runs_states") || $0.contains("runs_stopped") }, "\(plan)")
    #expect(try await store.runs(query, after: nil, limit: 99).count == 30)
    #expect(try await store.counts(query).map(\.runs).reduce(0, +) == 30)
    await store.close()
  }

  private static func plan(of statement: PostgresStatement, _ store: PostgresStore) async throws -> [String] {
    let text = store.statements.schema.statement("explain " + statement.text)
    let explaining = PostgresStatement(text, statement.parameters, prepared: false)
    return try await store.call("explain", explaining).rows.compactMap { $0.text(0) }
  }
}
