package import FlowChains
package import FlowDurable
import FlowState
import Foundation

package struct Order: Codable, Sendable, Equatable {
  package var id: String
  package var cents: Int

  package init(id: String, cents: Int) {
    self.id = id
    self.cents = cents
  }
}

package struct Payment: Codable, Sendable, Equatable {
  package var id: String

  package init(id: String) {
    self.id = id
  }
}

package struct Declined: Error, CustomStringConvertible {
  package let description = "The bank declined the payment."

  package init() {}
}

package struct Shipped: DurableMessage, Equatable {
  package var tracking: String

  package init(tracking: String) {
    self.tracking = tracking
  }
}

package enum TheOrder: DurableKey { package typealias Value = Order }
package enum ThePayment: DurableKey { package typealias Value = Payment }

/// A bank that books each idempotency key once, and remembers its requests.
package final class Bank: Sendable {
  private struct State {
    var asked: [String] = []
    var booked: [String: Payment] = [:]
    var refunded: Set<String> = []
    var declines = false
    var refundFails = 0
  }

  private let state = Locked(State())

  package init() {}

  /// The requests to the bank, in order.
  package var asked: [String] { state.withLock { $0.asked } }
  /// The keys under which money was taken.
  package var charges: [String] { state.withLock { $0.booked.keys.sorted() } }
  package var refunds: [String] { state.withLock { $0.refunded.sorted() } }

  package func decline() {
    state.withLock { $0.declines = true }
  }

  package func failRefunds(_ count: Int) {
    state.withLock { $0.refundFails = count }
  }

  package func charge(_ cents: Int, idempotencyKey key: String) throws -> Payment {
    try state.withLock { state in
      state.asked.append("charge \(cents) \(key)")
      if state.declines { throw Declined() }
      let payment = state.booked[key] ?? Payment(id: "p\(state.booked.count + 1)")
      state.booked[key] = payment
      return payment
    }
  }

  package func refund(_ id: String, idempotencyKey key: String) throws {
    try state.withLock { state in
      state.asked.append("refund \(id) \(key)")
      if state.refundFails > 0 {
        state.refundFails -= 1
        throw Declined()
      }
      state.refunded.insert(key)
    }
  }
}

/// A post office that remembers its letters.
package final class Mail: Sendable {
  private let letters = Locked<[String]>([])

  package init() {}

  package var sent: [String] { letters.withLock { $0 } }

  package func send(_ letter: String) {
    letters.withLock { $0.append(letter) }
  }
}

package func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

package func orderChain(bank: Bank, mail: Mail) -> FlowChain {
  let accept = FlowStepDeclaration(Order.self, Order.self, identifier: "accept") { order, _ in order }
    .keeping(TheOrder.self)
  let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order, visit in
    try bank.charge(order?.cents ?? 0, idempotencyKey: visit.key)
  }
  .taking(TheOrder.self).keeping(ThePayment.self)
  .undoing { payment, visit in
    if let payment { try bank.refund(payment.id, idempotencyKey: visit.key) }
  }
  .catching(["declined": .step("apology")]) { error in
    error.rootCause is Declined ? "declined" : nil
  }
  let shipped = FlowStepDeclaration.awaiting(Shipped.self, within: days(3), identifier: "shipped")
    .branching(["shipped": .step("cool off"), "late": .step("apology")]) { $0 == nil ? "late" : "shipped" }
  let coolOff = FlowStepDeclaration.waiting(days(14), identifier: "cool off")
  let thank = FlowStepDeclaration(Any.self, Void.self, identifier: "thank") { _, _ in mail.send("Thanks!") }
    .branching(["done": .end]) { _ in "done" }
  let apology = FlowStepDeclaration(Any.self, Void.self, identifier: "apology") { _, _ in mail.send("Sorry.") }
    .atMostOnce()
  return FlowChain("order") {
    accept
    charge
    shipped
    coolOff
    thank
    apology
  }
}

package func orderFlow(bank: Bank, mail: Mail) throws -> DurableFlow<Order, String> {
  try DurableFlow(
    orderChain(bank: bank, mail: mail), keeping: TheOrder.self, ThePayment.self, undoing: .onCancel
  ) { context in context[ThePayment.self]?.id }
}
