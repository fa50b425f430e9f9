import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Testing

/// D10: kept values that another version of their key can't read. Their runs are parked with a full sentence.
struct MisfitValueTests {
  private let life = DurableLife()

  /// The value that the runs keep.
  private enum OldAddress: DurableKey {
    struct Value: Codable, Sendable { var line = "Elm Street 1" }
    static let name = "Address"
  }

  private func oldFlow() throws -> DurableFlow<Any, String> {
    try DurableFlow(
      FlowChain("move") {
        FlowStepDeclaration(Any.self, OldAddress.Value.self, identifier: "ask") { _, _ in OldAddress.Value() }
          .keeping(OldAddress.self)
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      }, Any.self, keeping: OldAddress.self
    ) { $0[OldAddress.self]?.line }
  }

  /// Returns a run that keeps an old address and is due.
  private func runWithOldAddress() async throws -> DurableRun<Any, String> {
    let flow = try oldFlow()
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    life.clock.advance(by: .seconds(60))
    return run
  }

  /// Returns the reason for which a worker whose flow keeps another key parks a run, and then retries the run.
  private func parked<Key: DurableKey>(_ run: DurableRun<Any, String>, by key: Key.Type) async throws -> String {
    let flow = try DurableFlow(
      FlowChain("move") { FlowStepDeclaration.waiting(.seconds(60), identifier: "wait") }, Any.self, keeping: Key.self
    ) { _ in "" }
    try await life.worker(flow).runUntilIdle()
    let summary = try await run.summary()
    guard case .parked(let reason) = summary.state else { return "It isn't parked." }
    try await run.retry()
    return reason
  }

  @Test func `A value that does not decode parks the run`() async throws {
    enum Address: DurableKey {
      struct Value: Codable, Sendable { var street: String }
    }
    enum Upgraded: DurableKey {
      struct Value: Codable, Sendable { var street: String }
      static let name = "Address"
      static let version = 2
      static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
        ["street": try JSONElement(old)["street"].requiredValue()]
      }
    }
    let run = try await runWithOldAddress()
    #expect(
      try await parked(run, by: Address.self)
        == """
        Run 1 keeps Address of version 1, which does not decode at $.street: there is no value. Address needs version 2, with \
        upgraded(_:from:) that accepts what version 1 has stored.
        """)
    #expect(
      try await parked(run, by: Upgraded.self)
        == """
        Run 1 keeps Address of version 1, and its upgrade to version 2 fails at $.street: there is no value. \
        Address.upgraded(_:from:) must accept what version 1 has stored.
        """)
    try await life.worker(try oldFlow()).runUntilIdle()
    #expect(try await run.outcome().words == "completed: Elm Street 1")
  }

  @Test func `The reason quotes nothing of the value`() async throws {
    enum Kind: String, Codable { case home }
    enum Narrow: DurableKey {
      struct Value: Codable, Sendable { var line: Kind }
      static let name = "Address"
    }
    struct Unknown: Error { let line: String }
    enum Throwing: DurableKey {
      typealias Value = String
      static let name = "Address"
      static let version = 2
      static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
        throw Unknown(line: try JSONElement(old)["line"].string())
      }
    }
    enum Counting: DurableKey {
      typealias Value = Int
      static let name = "Address"
      static let version = 2
      static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
        .integer(Int64(try JSONElement(old)["line"].integer()))
      }
    }
    let run = try await runWithOldAddress()
    let upgrade = "Run 1 keeps Address of version 1, and its upgrade to version 2 fails at"
    let advice = "Address.upgraded(_:from:) must accept what version 1 has stored."
    #expect(
      try await parked(run, by: Narrow.self)
        == """
        Run 1 keeps Address of version 1, which does not decode at $.line: the value is not valid. Address needs version 2, with \
        upgraded(_:from:) that accepts what version 1 has stored.
        """)
    #expect(try await parked(run, by: Throwing.self) == "\(upgrade) $: Unknown was thrown. \(advice)")
    #expect(try await parked(run, by: Counting.self) == "\(upgrade) $.line: expected an integer. \(advice)")
  }
}
