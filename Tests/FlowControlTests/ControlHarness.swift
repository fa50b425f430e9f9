import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import FlowTerminal
import TestSupport

@testable import FlowControl

/// A store with runs, a program that knows one flow, and the output of its commands.
struct ControlHarness {
  enum Name: DurableKey {
    typealias Value = String
  }

  struct Shipped: DurableMessage {
    var tracking: String
  }

  let clock = ManualClock()
  let store: MemoryStore
  let flow: DurableFlow<String, String>
  private let written = LockedList<String>()
  private let complaints = LockedList<String>()
  var columns: Int? = 100
  /// The number of writes after which the output fails, and the code of the failure; nil if it never fails.
  var outputEnd: (writes: Int, code: CInt)?
  /// The answer to a question.
  var answer: String?

  /// A harness whose flow has variants with equal chains, if there are any.
  init(variants: [String] = []) throws {
    store = MemoryStore(timed: clock)
    let chain = FlowChain("order") {
      FlowStepDeclaration(String.self, String.self, identifier: "charge") { (order: String?) in order }.keeping(
        Name.self
      )
      .catching(["declined": .step("apology")]) { _ in "declined" }
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "ship")
      FlowStepDeclaration(Any.self, String.self, identifier: "apology") { _ in "sorry" }
    }
    flow =
      if variants.isEmpty {
        try DurableFlow(chain, keeping: Name.self) { $0[Name.self] }
      } else {
        try DurableFlow(
          EqualVariants(names: variants, chain: chain), identifier: "order", String.self, keeping: Name.self
        ) { $0[Name.self] }
      }
  }

  private struct EqualVariants: FlowChainVariants {
    let names: [String]
    let chain: FlowChain
    var experimentName: String { "prices" }

    func checkedChains() -> [(variant: String, chain: FlowChain)] { names.map { ($0, chain) } }
  }

  /// Adds a run and claims it.
  func add(_ flow: String = "order", key: String? = nil) async throws -> ClaimedRun {
    _ = try await store.add(NewRun(flow: flow, key: key, content: "Bo lives at 12 Elm St"))
    let claimed = try await store.claim(ClaimRequest([flow], limit: 1, lease: .seconds(30)))
    guard let run = claimed.first else { throw TestError() }
    return run
  }

  /// Appends records to a run.
  func append(_ bodies: [FlowRecord.Body], to run: ClaimedRun, then disposition: RunDisposition) async throws {
    _ = try await store.append(bodies.map { FlowRecord($0) }, to: run, then: disposition)
  }

  /// The settlement of the step 'charge', after which the run stands at 'ship'.
  static var charged: FlowRecord.Body {
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.result = "Bo 7"
    settled.set["Name"] = KeptValue("Bo 7")
    settled.destination = "ship"
    settled.milliseconds = 130
    return .settled(settled)
  }

  /// Carries out a command.
  func run(_ words: String...) async -> (code: Int32, output: String, errors: String) {
    await run(words)
  }

  /// Carries out a command.
  func run(
    _ words: [String], naming option: StoreOption? = nil, opening: (@Sendable (String?) throws -> any FlowStore)? = nil
  ) async -> (code: Int32, output: String, errors: String) {
    _ = written.removeAll()
    _ = complaints.removeAll()
    let output = ControlOutput(columns: columns, read: { [answer] in answer }) { [written, outputEnd] in
      if let outputEnd, written.all.count >= outputEnd.writes { throw OutputFailure(code: outputEnd.code) }
      written.append($0)
    } complain: { [complaints] in
      complaints.append($0)
    }
    let control = RunControl(
      store, flows: [flow], program: "orders", output: output, naming: option, opening: opening)
    let code = await control.run(words)
    return (code, written.all.joined(), complaints.all.joined())
  }
}
