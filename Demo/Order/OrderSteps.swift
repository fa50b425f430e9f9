import FlowChains
import FlowCommandLine
import FlowControl
import FlowDurable
import FlowScreens
import FlowState
import FlowTerminal

/// The steps of an order, each declared independently of the others.
struct OrderSteps: Sendable {
  /// Asks the customer. When the input ends, the order stays at its question.
  let asking: DurableTerminal
  let bank: PaymentClient
  /// Prints a message for the customer.
  let say: @Sendable (String) throws -> Void

  /// Prints a message about something that was done. What was done counts even if the message cannot be printed.
  private var report: @Sendable (String) -> Void { { [say] text in try? say(text) } }

  /// The answer of the customer before paying.
  private enum Confirmation: String, Codable, Sendable {
    case pay
    case back
  }

  var choose: DeclaredStep {
    let menu = Choices(Order.menu.map { ($0.item, $0) }, detail: \.price)
    let declaration = FlowStepDeclaration(Any.self, Order.self, identifier: "choose") { _ in
      asking.question(Any.self, Order.self, identifier: "choose") { prompter, step in
        prompter.choose("What would you like", from: menu, selecting: step.context[TheOrder.self]?.item)
      }
    }
    return declaration.keeping(TheOrder.self).step
  }

  var confirm: DeclaredStep {
    let choices = Choices([("yes", Confirmation.pay), ("back", .back)])
    return FlowStepDeclaration(Any.self, Confirmation.self, identifier: "confirm") { _ in
      let ask = asking.question(Any.self, Confirmation.self, identifier: "confirm") { prompter, step in
        let order = step.context[TheOrder.self]
        return prompter.choose("Pay \(order?.price ?? "") for \(order?.item ?? "")", from: choices)
      }
      ask.setCompletion { step, answer in
        if answer == .back { step.goBack() }
      }
      return ask
    }.step
  }

  var charge: DeclaredStep {
    FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { [bank, report] order, visit in
      // If the process dies here, the next attempt pays with the same key, and the bank recognizes the key.
      let payment = try await bank.pay(order?.cents ?? 0, key: visit.key)
      report("Paid \(order?.price ?? ""): payment \(payment.id).")
      return payment
    }
    .taking(TheOrder.self)
    .keeping(ThePayment.self)
    .undoing { [bank, report] payment, _ in
      guard let payment else { return }
      try await bank.refund(key: payment.key)
      report("Refunded payment \(payment.id).")
    }
    // A bank that doesn't answer, or cannot use its file, hasn't declined: the run fails, and can be retried.
    .catching(["declined": .step("apologize")]) { PaymentClient.isDecline($0.cause) ? "declined" : nil }
    .step
  }

  func shipped(within limit: Duration) -> DeclaredStep {
    FlowStepDeclaration<Any, Shipped>.awaiting(Shipped.self, within: limit, identifier: "shipped")
      .branching(["shipped": .step("enjoy"), "late": .step("apologize")]) { $0 == nil ? "late" : "shipped" }
      .step
  }

  /// The time in which the customer can send the order back.
  func enjoy(for time: Duration) -> DeclaredStep {
    FlowStepDeclaration<Any, Void>.waiting(time, identifier: "enjoy").step
  }

  var thank: DeclaredStep {
    FlowStepDeclaration(Any.self, String.self, identifier: "thank") { [say] _ in
      try say("Thank you!")
      return "delivered"
    }
    .branching(["done": .end]) { _ in "done" }
    .step
  }

  var apologize: DeclaredStep {
    // Missing this sentence is better for a customer than reading it twice.
    FlowStepDeclaration(Any.self, String.self, identifier: "apologize") { [say] _ in
      try say("We are sorry: the order can't be delivered.")
      return "not delivered"
    }
    .atMostOnce()
    .step
  }
}
