import FlowDurable
import FlowForms
import FlowState
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
  /// - Throws: A `FlowChainError` if the steps don't fit.
  static func flow() throws -> DurableFlow<Any, String> {
    let charge = FlowStepDeclaration(Tea.self, Payment.self, identifier: "charge") { _, visit in
      try await Task.sleep(for: .seconds(1))
      return Payment(id: "R-\(visit.key)")
    }
    .taking(TheTea.self).keeping(ThePayment.self)
    .undoing { _, _ in try await Task.sleep(for: .milliseconds(200)) }
    let chain = FlowChain("order") {
      FlowStepDeclaration.form(tea, identifier: "tea").keeping(TheTea.self)
      FlowStepDeclaration.form(delivery, identifier: "address")
      charge
      FlowStepDeclaration.form(check, identifier: "check").alwaysAsking()
      FlowStepDeclaration.waiting(.seconds(5), identifier: "pack")
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: TheTea.self, ThePayment.self) {
      $0[ThePayment.self]?.id
    }
  }
}
