import FlowDurable
import Foundation
import Testing

@testable import FlowPostgres

/// Reading a run with its records, as each request for a page does.
struct ReadingTests {
  @Test func `A run is read with its records in one round trip, by its key and by its number`() async throws {
    let cluster = try #require(ProcessInfo.processInfo.environment["FLOWPOSTGRES_CLUSTER"])
    let proxy = try CuttingProxy(to: cluster)
    let store = try await TestServer.open(
      at: "postgresql://flow@/postgres?host=\(proxy.folder)&sslmode=disable&gssencmode=disable"
    ) { $0.connections = 1 }
    let number = try await store.add(NewRun(flow: "order", key: "k")).run
    let claimed = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    let waiting = FlowRecord(.waiting(.init(step: "pay", visit: 1, names: ["Paid"])))
    _ = try await store.append([waiting], to: claimed[0], then: .wait(.after(.seconds(60)), for: ["Paid"]))
    var byNumber = RunQuery(flows: ["order"])
    byNumber.numbers = [number]
    for query in [RunQuery(flows: ["order"], key: "k"), byNumber] {
      // The first call prepares the statement.
      _ = try await store.read(query)
      let before = proxy.traffic.requests
      let reading = try #require(try await store.read(query))
      #expect(proxy.traffic.requests - before == 1)
      #expect(reading.records.map(\.number) == [1, 2] && reading.summary.lastRecord == 2)
    }
    await store.close()
    proxy.close()
  }

  @Test func `Names that were written by hand into an array of two dimensions are read as a list`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    _ = try await store.add(NewRun(flow: "order"))
    try await TestServer.execute("update \(schema).runs set state = 'waiting', awaits = '{{Paid,Shipped},{Late,NULL}}'")
    let runs = try await store.runs(RunQuery(), after: nil, limit: 1)
    guard case .waiting(_, let names)? = runs.first?.state else {
      Issue.record("\(runs)")
      return
    }
    #expect(names == ["Paid", "Shipped", "Late", ""])
    await store.close()
  }
}
