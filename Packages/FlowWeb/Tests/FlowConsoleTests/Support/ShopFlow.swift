import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting

struct Order: Codable, Sendable, Equatable {
  var id: String
  var cents: Int
}

struct Payment: Codable, Sendable, Equatable {
  var id: String
}

struct Declined: Error {}

struct Shipped: DurableMessage, Equatable {
  var tracking: String
}

enum TheOrder: DurableKey { typealias Value = Order }
enum ThePayment: DurableKey { typealias Value = Payment }

/// The flow of a shop: accept → charge → shipped → cool off → thank, with an apology if a step fails.
func shopFlow() throws -> DurableFlow<Order, String> {
  let accept = FlowStepDeclaration(Order.self, Order.self, identifier: "accept") { order, _ in order }
    .keeping(TheOrder.self)
  let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order, _ in
    Payment(id: "p-\(order?.id ?? "")")
  }
  .taking(TheOrder.self).keeping(ThePayment.self)
  .undoing { _, _ in }
  .catching(["declined": .step("apology")]) { error in error.rootCause is Declined ? "declined" : nil }
  let shipped = FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(3 * 86_400), identifier: "shipped")
    .branching(["shipped": .step("cool off"), "late": .step("apology")]) { $0 == nil ? "late" : "shipped" }
  let coolOff = FlowStepDeclaration.waiting(.seconds(14 * 86_400), identifier: "cool off")
  let thank = FlowStepDeclaration(Any.self, Void.self, identifier: "thank") { _, _ in }
    .branching(["done": .end]) { _ in "done" }
  let apology = FlowStepDeclaration(Any.self, Void.self, identifier: "apology") { _, _ in }
  let chain = FlowChain("order") {
    accept
    charge
    shipped
    coolOff
    thank
    apology
  }
  return try DurableFlow(chain, Order.self, keeping: TheOrder.self, ThePayment.self, undoing: .onCancel) { context in
    context[ThePayment.self]?.id
  }
}
