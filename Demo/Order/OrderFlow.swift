import FlowDurable
import FlowState

/// The order as a durable flow.
enum OrderFlow {
  /// The name under which a journal knows it.
  static let name = "order"

  /// Makes the flow.
  ///
  /// - Parameters:
  ///   - steps: Its steps.
  ///   - patience: The time in which an order must be shipped.
  ///   - enjoyment: The time in which the customer can send the order back.
  /// - Returns: The flow.
  /// - Throws: A `FlowChainError` if the steps don't fit.
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

/// What has become of an order.
struct OrderOutcome: Codable, Equatable, Sendable {
  var order: Order?
  var payment: Payment?
}
