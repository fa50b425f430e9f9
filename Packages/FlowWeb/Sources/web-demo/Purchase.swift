import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation

/// The tea that a person orders.
struct Tea: Codable, Sendable {
  enum Kind: String, Codable, Sendable, CaseIterable {
    case black, green, mint
  }

  var kind: Kind?
  var boxes = 1
}

/// Where it goes.
struct Delivery: Codable, Sendable {
  var street = ""
  var note: String?
}

/// A payment of the bank.
struct Payment: Codable, Sendable {
  var id: String
}

enum TheTea: DurableKey { typealias Value = Tea }
enum ThePayment: DurableKey { typealias Value = Payment }

/// An order: tea, address, a payment that takes a second, a last look, and a wait until the parcel is packed. A person who goes back
/// or leaves gets the money back.
enum Purchase {
  /// Takes payments, and pays back.
  struct Bank: Sendable {
    /// Takes a payment, and returns its number.
    var charge: @Sendable (_ visit: DurableVisit) async throws -> String
    var refund: @Sendable (_ visit: DurableVisit) async throws -> Void

    /// A bank that takes its time.
    static let slow = Bank { visit in
      try await Task.sleep(for: .seconds(1))
      return "R-\(visit.key)"
    } refund: { _ in
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  static let tea = FlowForm(Tea(), "Which tea?") { field in
    field.choice("kind", \.kind, "Kind of tea", isRequired: true) { $0.rawValue.capitalized }
    field.number("boxes", \.boxes, "How many boxes?", from: 1, to: 20)
  }

  static let delivery = FlowForm(Delivery(), "Where does it go?") { field in
    field.text("street", \.street, "Street and number").autocomplete(.streetAddress)
    field.text("note", \.note, "Note for the person who brings it", lines: 3).limit(300)
  }

  static let check = FlowForm(Confirmation(), "Paid. Is everything right?") { _ in }

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - bank: The bank.
  ///   - time: The time that packing takes.
  /// - Returns: The flow.
  /// - Throws: A `FlowChainError` if the steps don't fit.
  static func flow(bank: Bank = .slow, packing time: Duration = .seconds(5)) throws -> DurableFlow<Any, String> {
    let charge = FlowStepDeclaration(Tea.self, Payment.self, identifier: "charge") { _, visit in
      Payment(id: try await bank.charge(visit))
    }
    .taking(TheTea.self).keeping(ThePayment.self)
    .undoing { _, visit in try await bank.refund(visit) }
    let chain = FlowChain("order") {
      FlowStepDeclaration.form(tea, identifier: "tea").keeping(TheTea.self)
      FlowStepDeclaration.form(delivery, identifier: "address")
      charge
      FlowStepDeclaration.form(check, identifier: "check").alwaysAsking()
      FlowStepDeclaration.waiting(time, identifier: "pack")
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: TheTea.self, ThePayment.self) {
      $0[ThePayment.self]?.id
    }
  }

  /// Creates the pages of the flow.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - worker: The worker that runs it.
  /// - Returns: The pages.
  static func pages(_ flow: DurableFlow<Any, String>, worker: FlowWorker) -> Pages<Any, String> {
    Pages(flow, worker: worker, at: "/order").named("The shop")
      .starting(PageText("Order tea", "You choose a tea, and pay."))
      .button("Pay", at: "address").button("Place the order", at: "check")
      .ending { receipt in PageText("Thank you", "Your tea is on its way. Your receipt is \(receipt ?? "lost").") }
  }
}
