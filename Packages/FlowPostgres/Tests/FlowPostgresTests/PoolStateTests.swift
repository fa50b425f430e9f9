import Testing

@testable import FlowPostgres

/// The order in which a pool sends the calls that wait.
struct PoolStateTests {
  private typealias State = PostgresPool.State

  private static func call(_ name: String, _ sharing: PostgresPool.Sharing = .alone) -> PostgresPool.Call {
    PostgresPool.Call(statement: PostgresStatement(name), sharing: sharing, isRepeatable: true, deadline: .now) { _ in }
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

  @Test func `A closed pool gives back what waits, and refuses the rest`() {
    var state = State()
    for name in ["busy", "a", "b"] { _ = state.take(Self.call(name), lanes: 1) }
    let (calls, connections) = state.close()
    #expect(calls.map(\.statement.text) == ["a", "b"] && connections.isEmpty && state.isClosed)
    guard case .refuses = state.take(Self.call("c"), lanes: 1) else { return #expect(Bool(false)) }
    #expect(state.goOn(1).calls.isEmpty)
  }
}
