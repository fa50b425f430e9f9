import FlowChains
public import FlowDurable
public import FlowPostgres
import FlowState

/// The flow of an order: it is accepted, paid, taken from the stock, and shipped, and after some days the customer is
/// thanked.
public struct OrderFlow: Sendable {
  /// The time in which the order must be shipped.
  public var patience = Duration.seconds(3 * 86_400)
  /// The time in which the customer can return it.
  public var coolingOff = Duration.seconds(14 * 86_400)
  /// Called before an order is charged, with the visit of the step.
  public var chargeBegins: @Sendable (_ visit: DurableVisit) -> Void = { _ in }
  /// Performs an effect outside, such as `charge order/4711/charge#1`.
  private let effect: @Sendable (String) async throws -> Void

  /// Creates the flow of an order.
  ///
  /// - Parameter effect: Receives the effects of the steps outside.
  public init(_ effect: @escaping @Sendable (String) async throws -> Void) {
    self.effect = effect
  }

  /// Creates the durable flow.
  ///
  /// - Parameter store: The store whose database has the stock; nil if there is no stock.
  /// - Returns: The flow. Its result is the key of the payment, and the parcel or `late`.
  /// - Throws: The problems of the chain.
  public func make(stock store: PostgresStore?) throws -> DurableFlow<Order, String> {
    let chain = FlowChain(
      identifier: "order", [accept.step, charge.step] + (store.map { [take(from: $0).step] } ?? []) + last)
    return try DurableFlow(
      chain, keeping: TheOrder.self, ThePayment.self, TheParcel.self, undoing: .onCancel
    ) { context in
      "\(context[ThePayment.self]?.key ?? "unpaid") \(context[TheParcel.self]?.tracking ?? "late")"
    }
  }

  private var accept: FlowStepDeclaration<Order, Order> {
    FlowStepDeclaration(Order.self, Order.self, identifier: "accept") { [effect] order, visit in
      try await effect("accept \(visit.key)")
      return order
    }.keeping(TheOrder.self)
  }

  private var charge: FlowStepDeclaration<Any, Payment> {
    FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { [effect, chargeBegins] _, visit in
      chargeBegins(visit)
      try await effect("charge \(visit.key)")
      return Payment(key: visit.key)
    }
    .taking(TheOrder.self).keeping(ThePayment.self)
    .undoing { [effect] payment, visit in
      if let payment { try await effect("refund \(payment.key)") }
    }
  }

  /// A step whose work and record are committed together, so that an order is taken from the stock exactly once.
  private func take(from store: PostgresStore) -> FlowStepDeclaration<Any, Void> {
    FlowStepDeclaration(Any.self, Void.self, identifier: "take", inTransactionOf: store) { _, visit, sql in
      try await sql.execute("insert into taken (visit) values ($1)", visit.key)
      return ()
    }
    .undoing { _, visit in
      try await store.transaction { sql in
        _ = try await sql.execute("delete from taken where visit || '/undo' = $1", visit.key)
      }
    }
  }

  private var last: [DeclaredStep] {
    let shipped = FlowStepDeclaration.awaiting(Shipped.self, within: patience, identifier: "shipped")
      .keeping(TheParcel.self)
      .branching(["shipped": .step("cool off"), "late": .step("apologize")]) { $0 == nil ? "late" : "shipped" }
    let coolOff = FlowStepDeclaration.waiting(coolingOff, identifier: "cool off")
    let thank = FlowStepDeclaration(Any.self, Void.self, identifier: "thank") { [effect] _, visit in
      try await effect("thank \(visit.key)")
    }.branching(["done": .end]) { _ in "done" }
    let apologize = FlowStepDeclaration(Any.self, Void.self, identifier: "apologize") { [effect] _, visit in
      try await effect("apologize \(visit.key)")
    }.atMostOnce().branching(["done": .end]) { _ in "done" }
      .catching(["unsure": .step("ask")]) { $0.rootCause is StepInterrupted ? "unsure" : nil }
    let ask = FlowStepDeclaration(Any.self, Void.self, identifier: "ask") { [effect] _, visit in
      try await effect("ask \(visit.key)")
    }
    return [shipped.step, coolOff.step, thank.step, apologize.step, ask.step]
  }
}
