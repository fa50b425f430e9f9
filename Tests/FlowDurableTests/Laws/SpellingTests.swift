import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Testing

/// Names that have several spellings which are equal as text. The keys of visits and the seals of values depend on their bytes.
struct SpellingTests {
  private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
  private static let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))

  private let life = DurableLife()
  private let disk = SimulatedDisk()

  private func open() throws -> FileStore { try FileStore(at: "j", on: disk, timed: life.clock) }

  private func sealed(_ name: String) throws -> DurableFlow<String, String> {
    let chain = FlowChain(name) {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    return try DurableFlow(chain, String.self, keeping: TheText.self, sealedBy: BoundCodec()) { $0[TheText.self] }
  }

  @Test func `D14: A run in a journal has the same key, byte by byte, after a restart`() async throws {
    var store = try open()
    var run = NewRun(flow: "order", key: Self.decomposed)
    run.tenant = Self.decomposed
    _ = try await store.add(run)
    let first = try #require(try await store.claim(Self.request).first)
    await store.abandon()
    store = try open()
    let second = try #require(try await store.claim(Self.request).first)
    #expect(second.attempt == 2)
    for claim in [first, second] {
      #expect(claim.key.map { Array($0.utf8) } == Array(Self.composed.utf8))
      #expect(claim.tenant.map { Array($0.utf8) } == Array(Self.composed.utf8))
    }
  }

  @Test(arguments: [("text", "cafe\u{301}"), ("cafe\u{301}", "k")])
  func `Sealed values of a run in a journal are opened after a restart`(flow: String, key: String) async throws {
    let flow = try sealed(flow)
    let store = try open()
    _ = try await life.worker(flow, on: store).start(flow, "x", key: key)
    try await life.worker(flow, on: store).runUntilIdle()
    await store.abandon()
    let worker = life.worker(flow, on: try open())
    let run = try #require(try await worker.find(flow, key: key))
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test(arguments: [("text", "cafe\u{301}"), ("cafe\u{301}", "k")])
  func `The run that a start returns seals and opens values as its worker does`(flow: String, key: String) async throws
  {
    let flow = try sealed(flow)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: key)
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
    let again = try await worker.start(flow, "x", key: key)
    #expect(try await again.outcome().words == "completed: xa")
  }

  @Test func `A run of version 0.1 keeps the spelling of its key, and a start that finds it uses it`() async throws {
    let header = JournalHeader(file: 0x7f3a_9c01)
    var bytes = header.bytes
    let lines = [
      #"{"created":0,"store":"s","next":1}"#,
      #"{"run":1,"began":"text","key":"\#(Self.decomposed)","content":"x","at":0}"#,
    ]
    for (index, line) in lines.enumerated() {
      bytes += JournalLine.bytes(Array(line.utf8), number: index + 1, synced: bytes.count, at: bytes.count, in: header)
    }
    let store = try FileStore(at: "j", on: SimulatedDisk("j", bytes), timed: life.clock)
    let flow = try sealed("text")
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x", key: Self.composed)
    #expect(!run.isNew && Array("\(run)".utf8) == Array("text/\(Self.decomposed)".utf8))
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
  }
}
