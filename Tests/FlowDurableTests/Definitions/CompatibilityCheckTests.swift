import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Testing

/// The findings of a check of stored runs, word for word.
struct CompatibilityCheckTests {
  private enum Address: DurableKey {
    struct Value: Codable, Sendable { var line = "Elm Street 1" }
  }

  private enum NewAddress: DurableKey {
    struct Value: Codable, Sendable { var street: String }
    static let name = "Address"
    static let version = 2
    static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
      ["street": try JSONElement(old)["street"].requiredValue()]
    }
  }

  private let life = DurableLife()

  private func runs(_ count: Int) async throws -> DurableFlow<Any, String> {
    let flow = try DurableFlow(
      FlowChain("order") {
        FlowStepDeclaration(Any.self, Address.Value.self, identifier: "ask") { _, _ in Address.Value() }
          .keeping(Address.self).undoing { _, _ in }
        FlowStepDeclaration.waiting(.seconds(60), identifier: "charge")
      }, Any.self, keeping: Address.self
    ) { $0[Address.self]?.line }
    let worker = life.worker(flow)
    for _ in 0..<count { _ = try await worker.start(flow) }
    try await worker.runUntilIdle()
    return flow
  }

  private func flow<Key: DurableKey>(
    _ key: Key.Type, @FlowChainBuilder _ steps: () -> [DeclaredStep]
  ) throws -> DurableFlow<Any, String> {
    try DurableFlow(FlowChain(identifier: "order", steps()), Any.self, keeping: Key.self) { _ in "" }
  }

  private func wait(_ name: String) -> FlowStepDeclaration<Any, Void> { .waiting(.seconds(60), identifier: name) }

  @Test func `The report counts the runs that fit`() async throws {
    let order = try await runs(3)
    let report = try await CompatibilityCheck(life.store).check(order)
    #expect(report.isFine)
    #expect("\(report)" == "All 3 runs fit.")
  }

  @Test func `The report has sentences for no runs and for one run`() async throws {
    let none = try await CompatibilityCheck(life.store).check(try await runs(0))
    #expect("\(none)" == "There are no runs to check.")
    let one = try await CompatibilityCheck(life.store).check(try await runs(1))
    #expect("\(one)" == "The run fits.")
  }

  @Test func `The check finds runs at a step that is gone, and accepts a renamed step`() async throws {
    _ = try await runs(3)
    let ask = FlowStepDeclaration(Any.self, Void.self, identifier: "ask") { _, _ in }.undoing { _, _ in }
    let gone = try flow(Address.self) {
      ask
      wait("pay")
    }
    #expect(
      "\(try await CompatibilityCheck(life.store).check(gone))" == """
        order: 3 runs stand at 'charge', which the chain does not have; known are: ask, pay. The first is run 1. The step that \
        continues there is declared with renamed(from: "charge").
        """)
    let renamed = try flow(Address.self) {
      ask
      wait("pay").renamed(from: "charge")
    }
    #expect(try await CompatibilityCheck(life.store).check(renamed).isFine)
  }

  @Test func `The check finds a value whose upgrade fails`() async throws {
    _ = try await runs(1)
    let other = try flow(NewAddress.self) {
      FlowStepDeclaration(Any.self, Void.self, identifier: "ask") { _, _ in }.undoing { _, _ in }
      wait("charge")
    }
    let report = try await CompatibilityCheck(life.store).check(other)
    #expect(
      "\(report)" == """
        order: run 1 keeps Address of version 1, and its upgrade to version 2 fails at $.street: there is no value. \
        Address.upgraded(_:from:) must accept what version 1 has stored.
        """)
    #expect(report.findings.map(\.step) == ["charge"])
    #expect(report.findings.map(\.expected) == ["version 2"])
    #expect(report.findings.map(\.found) == ["version 1, and $.street: there is no value"])
  }

  @Test func `The check finds an undo that is gone, and a key that is gone`() async throws {
    _ = try await runs(1)
    let other = try flow(TheText.self) { wait("charge") }
    #expect(
      "\(try await CompatibilityCheck(life.store).check(other))" == """
        order: run 1 keeps Address, which the flow does not keep. Keep it, or let runs end that have it.
        order: run 1 may have to undo 'ask', and the chain has no undo of it. Give a step this name, or renamed(from: "ask"), and \
        undoing.
        """)
  }

  @Test func `Runs that have ended fit everything`() async throws {
    let order = try await runs(2)
    try await life.advance(life.worker(order), by: .seconds(60))
    let report = try await CompatibilityCheck(life.store).check(try flow(TheText.self) { wait("x") })
    #expect(report.isFine)
    #expect(report.runs == 0)
  }

  @Test func `The check passes over a run that was removed meanwhile, and reports one that is damaged`() async throws {
    let order = try await runs(3)
    let store = ChangingStore(life.store)
    let report = try await CompatibilityCheck(store).check(order)
    #expect(report.runs == 2)
    #expect("\(report)" == "order: run 2 has records that can't be read: The page is torn.")
    #expect(report.findings.first?.expected == "records that can be read")
  }

  @Test func `An error that concerns all runs ends the check`() async throws {
    let order = try await runs(1)
    let store = ChangingStore(life.store, failing: .unavailable(.init("The server is away.")))
    await #expect(throws: StoreError.unavailable(.init("The server is away."))) {
      try await CompatibilityCheck(store).check(order)
    }
  }

  @Test func `The check reads the journals of a folder, and names each in its findings`() async throws {
    let folder = try TemporaryFolder()
    for name in ["1.0.journal", "1.1.journal"] {
      let store = try FileStore(at: folder.file(name))
      let flow = try flow(TheText.self) { wait("charge") }
      let worker = FlowWorker(store, running: [flow])
      _ = try await worker.start(flow)
      try await worker.runUntilIdle()
      try await store.close()
    }
    try folder.write(Array("no journal".utf8), "README")
    let before = try folder.bytes("1.0.journal")
    #expect(
      try await CompatibilityCheck(journals: folder.path).check(try flow(TheText.self) { wait("charge") }).isFine)
    let report = try await CompatibilityCheck(journals: folder.path).check(try flow(TheText.self) { wait("pay") })
    #expect(report.runs == 2)
    #expect(report.findings.map(\.journal) == ["1.0.journal", "1.1.journal"])
    #expect(
      report.findings.first?.description == """
        order in 1.0.journal: run 1 stands at 'charge', which the chain does not have; known are: pay. The step that continues there \
        is declared with renamed(from: "charge").
        """)
    #expect(try folder.bytes("1.0.journal") == before)
    try folder.write(Array("hello\n".utf8), "1.2.journal")
    let error = #expect(throws: StoreError.self) { try CompatibilityCheck(journals: folder.path) }
    guard case .unsupported(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.store == folder.file("1.2.journal"))
  }

  @Test func `A folder without a journal is an error, so that a test never checks nothing`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: StoreError.self) { try CompatibilityCheck(journals: folder.path) }
    #expect(error?.description == "Can't check '\(folder.path)': it has no file whose name ends with '.journal'.")
    let other = #expect(throws: StoreError.self) { try CompatibilityCheck(journals: folder.file("moon")) }
    #expect(other?.description == "Can't list '\(folder.file("moon"))': there is no such folder.")
  }
}

/// A store of which run 1 is removed after it was listed, run 2 is damaged, and the others can be read; or one that fails.
private final class ChangingStore: ForwardingStore {
  let store: any FlowStore
  private let error: StoreError?

  init(_ store: any FlowStore, failing error: StoreError? = nil) {
    self.store = store
    self.error = error
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    if let error { throw error }
    switch run.rawValue {
    case 1: throw .unknownRun(run)
    case 2: throw .damaged(.init("The page is torn."))
    default: return try await store.records(of: run, after: number, limit: limit)
    }
  }
}
