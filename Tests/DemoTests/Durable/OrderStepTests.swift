import DemoServer
import DemoTestSupport
import FlowChains
import FlowControl
import FlowDurable
import FlowState
import FlowTerminal
import Foundation
import TestSupport
import Testing

@testable import Demo

/// The payment of an order, without its questions.
struct OrderStepTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var ledger: PaymentLedger { PaymentLedger(path: folder.file("payments.json")) }

  /// Runs an order that is paid without a question. A run that pays returns the payment.
  private func pay(
    asking server: EmbeddedServer, _ say: @escaping @Sendable (String) throws -> Void
  ) async throws -> FlowOutcome<Payment> {
    let steps = OrderSteps(
      asking: DurableTerminal(), bank: PaymentClient(server: try server.start()), say: say)
    let order = FlowStepDeclaration(Any.self, Order.self, identifier: "order") { _ in Order.menu[0] }
    let end = FlowStepDeclaration(Any.self, String.self, identifier: "end") { _ in "paid" }
    let chain = FlowChain("payment") {
      order.keeping(TheOrder.self)
      steps.charge
      end.branching(["done": .end]) { _ in "done" }
      steps.apologize
    }
    let flow = try DurableFlow(chain, Any.self, keeping: TheOrder.self, ThePayment.self) { $0[ThePayment.self] }
    let worker = FlowWorker(MemoryStore(), running: [flow])
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    return try await run.outcome()
  }

  @Test("A payment whose message can't be written is kept")
  func unwritableMessage() async throws {
    let server = EmbeddedServer { [ledger] in PaymentRoutes(ledger: ledger).answer($0) }
    defer { server.stop() }
    let outcome = try await pay(asking: server) { _ in throw OutputFailure(code: EPIPE) }
    guard case .completed(let payment?) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try ledger.load() == [payment])
    #expect(!payment.isRefunded)
  }

  @Test("Only a bank that refuses a payment declines it", arguments: [(422, true), (408, false), (500, false)])
  func declining(status: Int, isDeclined: Bool) async throws {
    let server = EmbeddedServer { _ in
      HTTPResponse(HTTPStatus(rawValue: status) ?? .internalServerError, error: "No.")
    }
    defer { server.stop() }
    let said = Guarded<[String]>([])
    let outcome = try await pay(asking: server) { text in said.withLock { $0.append(text) } }
    if case .completed = outcome { #expect(isDeclined) } else { #expect(!isDeclined, "\(outcome)") }
    #expect(said.withLock { $0 } == (isDeclined ? ["We are sorry: the order can't be delivered."] : []))
  }
}
