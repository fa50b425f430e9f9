import FlowChains
import FlowDurable
import FlowState

/// An order.
struct Order: Codable, Sendable {
  var id: String
  var cents: Int
}

/// A payment by a customer.
struct Payment: Codable, Sendable {
  var id: String
}

/// The error for a payment or a refund that the bank refuses.
struct Declined: Error {}

/// The message that an order was shipped.
struct Shipped: DurableMessage {
  var tracking: String
}

enum TheOrder: DurableKey { typealias Value = Order }
enum ThePayment: DurableKey { typealias Value = Payment }

/// A shop whose orders are durable runs: accept → charge → shipped → thank.
enum Shop {
  /// Creates the flow of an order.
  ///
  /// - Throws: A `FlowChainError` if the steps don't fit.
  static func makeFlow() throws -> DurableFlow<Order, String> {
    let accept = FlowStepDeclaration(Order.self, Order.self, identifier: "accept") { order, _ in
      try await Task.sleep(for: .milliseconds(.random(in: 20...200)))
      return order
    }.keeping(TheOrder.self)
    let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order, visit in
      try await Task.sleep(for: .milliseconds(.random(in: 200...1_500)))
      if .random(in: 0..<8) == 0 { throw Declined() }
      return Payment(id: "p-\(order?.id ?? "")")
    }
    .taking(TheOrder.self).keeping(ThePayment.self)
    // The bank of this shop gives no refunds, so a cancelled order is parked.
    .undoing { _, _ in throw Declined() }
    .catching(["declined": .step("apology")]) { error in error.rootCause is Declined ? "declined" : nil }
    let shipped = FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(60), identifier: "shipped")
      .branching(["shipped": .step("thank"), "late": .step("apology")]) { $0 == nil ? "late" : "shipped" }
    let thank = FlowStepDeclaration(Any.self, Void.self, identifier: "thank") { _, _ in
      try await Task.sleep(for: .milliseconds(.random(in: 50...400)))
    }
    .branching(["done": .end]) { _ in "done" }
    let apology = FlowStepDeclaration(Any.self, Void.self, identifier: "apology") { _, _ in
      try await Task.sleep(for: .milliseconds(.random(in: 50...400)))
    }
    let chain = FlowChain("order") {
      accept
      charge
      shipped
      thank
      apology
    }
    return try DurableFlow(chain, Order.self, keeping: TheOrder.self, ThePayment.self, undoing: .onCancel) { context in
      context[ThePayment.self]?.id
    }
  }

  /// Creates orders and sends parcels until the task is cancelled.
  static func trade(_ order: DurableFlow<Order, String>, with worker: FlowWorker) async throws {
    var open: [DurableRun<Order, String>] = []
    for number in 4_700... {
      let run = try await worker.start(order, Order(id: "\(number)", cents: 990), key: "\(number)")
      open.append(run)
      // The parcel of an order is sent some orders later. A tenth of the customers cancel.
      if open.count > 12 {
        let run = open.remove(at: .random(in: 0..<6))
        if .random(in: 0..<10) == 0 {
          try? await run.cancel()
        } else {
          _ = try? await run.send(Shipped(tracking: "1Z\(number)"), key: "post")
        }
      }
      try await Task.sleep(for: .milliseconds(.random(in: 400...1_600)))
    }
  }
}
