import FlowChains
import FlowDurable
import FlowState

/// The order as a durable flow.
enum OrderFlow {
  /// The name of the flow in a journal.
  static let name = "order"

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - steps: The steps of the flow.
  ///   - patience: The maximum time until an order is shipped.
  ///   - enjoyment: The time in which the customer can send the order back.
  /// - Returns: The flow.
  /// - Throws: A `FlowChainError` if the steps do not fit together.
  static func make(
    _ steps: OrderSteps, patience: Duration = .seconds(3 * 86_400), enjoyment: Duration = .seconds(5)
  ) throws -> DurableFlow<Any, OrderOutcome> {
    let chain = FlowChain(name) {
      steps.choose
      steps.confirm
      steps.charge
      steps.shipped(within: patience)
      steps.enjoy(for: enjoyment)
      steps.thank
      steps.apologize
    }
    return try DurableFlow(chain, keeping: TheOrder.self, ThePayment.self, undoing: .onCancel) { context in
      OrderOutcome(order: context[TheOrder.self], payment: context[ThePayment.self])
    }
  }
}

/// The outcome of an order.
struct OrderOutcome: Codable, Equatable, Sendable {
  var order: Order?
  var payment: Payment?
}
