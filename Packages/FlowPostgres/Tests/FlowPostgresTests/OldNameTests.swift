import FlowDurable
import Testing

@testable import FlowPostgres

/// Runs and messages with names and keys that version 0.1 has accepted: longer ones, and other spellings of the same text.
struct OldNameTests {
  @Test(arguments: [String(repeating: "k", count: 1_100), "cafe\u{301}"])
  func `Keys of an earlier version count, and their runs continue`(key: String) async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let number = try await store.add(NewRun(flow: "order", key: "new")).run
    try await TestServer.execute("update \(schema).runs set key = $1, flow = $1", key)
    try await TestServer.execute(
      "insert into \(schema).messages (run, number, at, waiting, key, token) values (1, 1, 0, false, $1, 0)", key)
    let again = try await store.add(NewRun(flow: key, key: key))
    #expect(again.run == number && !again.isNew)
    let message = FlowMessage(.cancel, key: key)
    #expect(try await store.send(message, to: number) == .duplicate)
    let claim = try #require(try await store.claim(ClaimRequest([key], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: claim, then: .end(.completed))
    await store.close()
  }
}
