import Testing

@testable import FlowPostgres

/// The order in which a pool sends the calls that wait.
struct PoolStateTests {
  private typealias State = PostgresPool.State

  private static func call(
    _ name: String, _ sharing: PostgresPool.Sharing = .alone, until deadline: ContinuousClock.Instant = .now
  ) -> PostgresPool.Call {
    PostgresPool.Call(statement: PostgresStatement(name), sharing: sharing, isRepeatable: true, deadline: deadline) {
      _ in
    }
  }

  /// The lane and the calls that are sent; nil if the call waits.
  private static func sent(_ action: State.Action) -> (lane: Int, calls: [String])? {
    guard case .sends(let lane, let calls) = action else { return nil }
    return (lane, calls.map(\.statement.text))
  }

  @Test func `A call goes to the lane that was used last, then to a new one, and then it waits`() throws {
    var state = State()
    let lanes = try ["a", "b", "c"].map { try #require(Self.sent(state.take(Self.call($0), lanes: 3))).lane }
    #expect(lanes == [1, 2, 3])
    #expect(Self.sent(state.take(Self.call("d"), lanes: 3)) == nil)
    #expect(state.goOn(2).calls.map(\.statement.text) == ["d"])
    for lane in [1, 3, 2] { #expect(state.goOn(lane).calls.isEmpty) }
    #expect(try #require(Self.sent(state.take(Self.call("e"), lanes: 3))).lane == 2)
  }

  @Test func `Calls that wait share a transaction, in the order of their runs or keys`() {
    var state = State()
    _ = state.take(Self.call("busy"), lanes: 1)
    for (name, sharing) in [
      ("3", PostgresPool.Sharing.run(3)), ("b", .key("f", "b")), ("1", .run(1)), ("alone", .alone),
      ("1 again", .run(1)), ("a", .key("f", "a")),
    ] { _ = state.take(Self.call(name, sharing), lanes: 1) }
    var batches: [[String]] = []
    while true {
      let calls = state.goOn(1).calls.map(\.statement.text)
      if calls.isEmpty { break }
      batches.append(calls)
    }
    #expect(batches == [["1", "1 again", "3"], ["a", "b"], ["alone"]])
  }

  @Test func `At most 64 calls share a transaction`() {
    var state = State()
    _ = state.take(Self.call("busy"), lanes: 1)
    for run in 1...100 { _ = state.take(Self.call("\(run)", .run(run)), lanes: 1) }
    #expect(state.goOn(1).calls.count == 64)
    #expect(state.goOn(1).calls.map(\.statement.text) == (65...100).map { "\($0)" })
  }

  @Test func `The calls that have waited for too long are removed, and the others keep their order`() {
    let start = ContinuousClock.now
    var state = State()
    _ = state.take(Self.call("busy"), lanes: 1)
    for (name, seconds) in [("a", 9), ("b", 5), ("c", 7), ("d", 5)] {
      _ = state.take(Self.call(name, until: start + .seconds(seconds)), lanes: 1)
    }
    #expect(state.takeLate(at: start + .seconds(5)).isEmpty)
    #expect(state.takeLate(at: start + .seconds(6)).map(\.statement.text) == ["b", "d"])
    #expect(state.waitingCount == 2)
    #expect(state.goOn(1).calls.map(\.statement.text) == ["a"] && state.goOn(1).calls.map(\.statement.text) == ["c"])
  }

  @Test func `A call that waits for a lane fails together with the lane's connection`() async throws {
    let server = try SilentServer()
    var settings = PostgresSettings()
    (settings.connections, settings.patience) = (1, .zero)
    let pool = PostgresPool(try ServerAddress("postgresql://flow@/shop?host=\(server.folder)"), settings)
    let calls = (0..<2).map { _ in
      Task { () -> PostgresFailure? in
        do throws(PostgresFailure) { _ = try await pool.call(PostgresStatement("select 1")) } catch { return error }
        return nil
      }
    }
    try await patiently("No call waits for the lane") { pool.waitingCount == 1 }
    server.close()
    // Another connection would be refused for another reason.
    let failures = [
      try await calls[0].value(orSay: "The first call did not end"),
      try await calls[1].value(orSay: "The second call did not end"),
    ]
    #expect(failures[0]?.kind == .unreachable && failures[0] == failures[1], "\(failures)")
    pool.close()
  }

  @Test func `A closed pool gives back what waits, and refuses the rest`() {
    var state = State()
    for name in ["busy", "a", "b"] { _ = state.take(Self.call(name), lanes: 1) }
    let (calls, connections) = state.close()
    #expect(calls.map(\.statement.text) == ["a", "b"] && connections.isEmpty && state.isClosed)
    guard case .refuses = state.take(Self.call("c"), lanes: 1) else { return #expect(Bool(false)) }
    #expect(state.goOn(1).calls.isEmpty)
  }
}
