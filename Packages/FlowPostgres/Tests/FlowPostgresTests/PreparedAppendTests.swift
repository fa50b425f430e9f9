import FlowDurable
import FlowJSON
import Testing

@testable import FlowPostgres

/// The parameters of an append.
struct PreparedAppendTests {
  private static func claim(seen: Int) -> ClaimedRun {
    let zero = StoreTime(milliseconds: 0)
    return ClaimedRun(
      run: RunNumber(rawValue: 1), flow: "order", key: nil, queue: "default", tenant: nil, priority: 0, fence: 1,
      attempt: 1, now: zero, leaseEnds: zero, records: [], messages: [], seen: seen)
  }

  @Test func `The end of a run with many messages is as small as one with few`() throws {
    let ended = FlowRecord(.ended(.init(.completed)))
    let sizes = try [1, 1_000_000].map { seen in
      let append = try PreparedAppend(
        [ended], to: Self.claim(seen: seen), then: .end(.completed), token: 1, StoreLimits())
      return append.parameters.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    }
    #expect(sizes[0] == sizes[1])
  }

  @Test func `The end of a run drops the messages that the worker has received, and keeps their keys`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let run = try await store.add(NewRun(flow: "order")).run
    for key in ["k", nil] { _ = try await store.send(FlowMessage(.message(name: "m", body: 1), key: key), to: run) }
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    #expect(claim.seen == 2)
    // The worker hasn't received this one.
    _ = try await store.send(FlowMessage(.message(name: "m", body: 2)), to: run)
    let ended = FlowRecord(.ended(.init(.failed)))
    #expect(try await store.append([ended], to: claim, then: .end(.failed)).lastRecord == 2)
    let left = try await TestServer.execute("select number, waiting, body is null from \(schema).messages order by 1")
    #expect(left.map { [$0.text(0), $0.text(1), $0.text(2)] } == [["1", "f", "t"], ["3", "t", "f"]])
    #expect(try await store.messages(of: run, after: 0, limit: 9).isEmpty)
    await store.close()
  }
}
