import FlowChains
import FlowCommandLine
import FlowScreens
import FlowState
import FlowTerminal

/// The checkout as a chain: an address, the shipping and the tax side by side, a payment, and a last question.
struct CheckoutFlow: Sendable {
  let prompter: Prompter
  let shop: Shop

  private enum Decision: Sendable { case on, back }

  private enum Route: CaseIterable { case answered, back, endOfInput }

  var flow: Flow<Any, String> {
    get throws {
      let chain = FlowChain("checkout") {
        address
        price
        question("confirm", "Pay") { $0[Checkout.Total.self]?.text ?? "" }
        pay
        question("keep", "Keep the order") { _ in "" }
      }
      return try Flow(chain) { context in
        context[Checkout.Receipt.self] == nil ? nil : context[Checkout.Address.self]
      }
    }
  }

  private var address: DeclaredStep {
    FlowStepDeclaration(Any.self, String.self, identifier: "address") { [prompter] _ in
      FlowStep(Any.self, String.self, identifier: "address") { step in
        // The text that the person has typed comes back with the page.
        let old = step.earlierResult
        return prompter.ask("Address\(old.map { " [\($0.printable)]" } ?? ""): ") { line in
          let text = line.trimmed.isEmpty ? old ?? "" : line.trimmed
          return text.isEmpty ? .refused("Type an address, or back.") : .accepted(text)
        }
      }
    }
    .keeping(Checkout.Address.self)
    .branching([Route.answered: .next, .back: .back, .endOfInput: .end]) { text in
      text.map { $0.isExactly("back") ? Route.back : .answered } ?? .endOfInput
    }
    .step
  }

  private var price: DeclaredStep {
    FlowStepDeclaration(String.self, Checkout.Price.self, identifier: "price") { [shop] address in
      async let shipping = shop.shipping(to: address ?? "")
      async let tax = shop.tax(in: address ?? "")
      return try await Checkout.Price(shipping: shipping, tax: tax)
    }
    .taking(Checkout.Address.self).keeping(Checkout.Total.self).step
  }

  private var pay: DeclaredStep {
    FlowStepDeclaration(Checkout.Charge.self, Checkout.Payment.self, identifier: "pay") { [shop] charge in
      try await shop.pay(charge)
    }
    .timeout(.seconds(1)).retry(attempts: 3)
    // Also if the run ends while a request is under way: it has a key, and the shop may have received it.
    .undoingInterrupted { [shop] charge in try await shop.refund(charge?.key) }
    .undoing { [shop] payment in try await shop.refund(payment?.key) }
    // Once for each visit, so that each attempt sends the same key.
    .given { [shop] context in Checkout.Charge(cents: context[Checkout.Total.self]?.cents ?? 0, key: shop.makeKey()) }
    .keeping(Checkout.Receipt.self).step
  }

  /// A question to which the answer `back` leads to the previous question.
  private func question(
    _ identifier: String, _ text: String, about detail: @escaping @Sendable (FlowContext) -> String
  ) -> DeclaredStep {
    FlowStepDeclaration(Any.self, Decision.self, identifier: identifier) { [prompter] _ in
      let choices = Choices([("yes", Decision.on), ("back", .back)])
      return FlowStep(Any.self, Decision.self, identifier: identifier) { step in
        prompter.choose([text, detail(step.context)].filter { !$0.isEmpty }.joined(separator: " "), from: choices)
      }
    }
    .branching([Route.answered: .next, .back: .back, .endOfInput: .end]) { decision in
      switch decision {
      case .on: .answered
      case .back: .back
      case nil: .endOfInput
      }
    }
    .step
  }
}
