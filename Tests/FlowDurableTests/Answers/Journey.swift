import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport

/// The answers of the test journey.
struct Address: DurableMessage, Equatable {
  var street: String
}
struct Package: DurableMessage, Equatable {
  var size: String
}
struct Consent: DurableMessage, Equatable {
  var isGiven = true
}

enum TheAddress: DurableKey { typealias Value = Address }
enum ThePackage: DurableKey { typealias Value = Package }
enum TheReceipt: DurableKey { typealias Value = String }

/// An order that a person answers page by page: address, parcel, a quote that the program makes, and consent.
struct Journey {
  let life = DurableLife()
  /// The store, which remembers all records.
  let store: RecordingStore
  let trace = Trace()
  let flow: DurableFlow<Any, String>
  let worker: FlowWorker
  let run: DurableRun<Any, String>

  init(
    limit: Duration? = nil, isQuoteFinal: Bool = false, consentAsks: Bool = true,
    checking check: @escaping @Sendable (Package, RunValues) async throws -> Void = { _, _ in }
  ) async throws {
    let trace = trace
    store = RecordingStore(life.store)
    let chain = FlowChain("order") {
      FlowStepDeclaration.awaiting(Address.self, within: limit, identifier: "address").keeping(TheAddress.self)
      FlowStepDeclaration.awaiting(Package.self, identifier: "parcel").checking(check).keeping(ThePackage.self)
      isQuoteFinal ? Self.quote(trace).final() : Self.quote(trace)
      consentAsks
        ? FlowStepDeclaration.awaiting(Consent.self, identifier: "consent").alwaysAsking()
        : FlowStepDeclaration.awaiting(Consent.self, identifier: "consent")
    }
    flow = try DurableFlow(
      chain, Any.self, String.self, keeping: TheAddress.self, ThePackage.self, TheReceipt.self
    ) { "\($0[TheReceipt.self] ?? "nothing")" }
    worker = life.worker(flow, on: store)
    run = try await worker.start(flow)
    try await worker.runUntilIdle()
  }

  private static func quote(_ trace: Trace) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Address.self, String.self, identifier: "quote") { address, visit in
      trace.note("quote \(visit.key.split(separator: "/").last ?? "")")
      return "to \(address?.street ?? "nowhere")"
    }.taking(TheAddress.self).keeping(TheReceipt.self).undoing { _, visit in
      trace.note("undo \(visit.key.split(separator: "/").dropFirst(2).joined(separator: "/"))")
    }
  }

  /// The place of the run as text.
  func place() async throws -> String { Self.words(try await run.rest(within: .zero)) }

  /// The page at which the run waits.
  func page() async throws -> OpenVisit? {
    guard case .page(let visit) = try await run.rest(within: .zero) else { return nil }
    return visit
  }

  static func words(_ rest: RunRest<String>) -> String {
    switch rest {
    case .page(let visit): "page \(visit.step)#\(visit.token.number)"
    case .waits(let step, _): "waits at \(step ?? "none")"
    case .works(let step): "works at \(step ?? "none")"
    case .parked(let reason): "parked: \(reason)"
    case .ended(let outcome): outcome.words
    }
  }

  func token(_ step: String, _ number: Int = 1) -> VisitToken {
    VisitToken(run: run.number, step: step, number: number)
  }

  /// Answers a visit, and lets the worker follow.
  @discardableResult
  func answer<Message: DurableMessage>(
    _ message: Message, at token: VisitToken, draft: JSONValue? = nil, changing: Bool = false,
    keepingLater: Bool = false
  ) async throws -> String {
    _ = try await run.answer(
      message, at: token, draft: draft, changing: changing, keepingLater: keepingLater, within: .zero)
    try await worker.runUntilIdle()
    return try await place()
  }

  /// Answers the first pages, until the run waits for consent.
  func answerAll() async throws {
    try await answer(Address(street: "Elm St"), at: token("address"), draft: ["street": " Elm St "])
    try await answer(Package(size: "small"), at: token("parcel"))
  }
}
