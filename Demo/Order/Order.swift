import FlowDurable
import FlowState

/// What a customer orders.
struct Order: Codable, Equatable, Sendable {
  var item: String
  var cents: Int

  /// What can be ordered.
  static let menu = [
    Order(item: "tea", cents: 250), Order(item: "coffee", cents: 320), Order(item: "cake", cents: 480),
  ]

  /// The price as text: `3.20`.
  var price: String { "\(cents / 100).\(String(cents % 100 + 100).dropFirst())" }
}

/// A payment, as the bank knows it.
struct Payment: Codable, Equatable, Sendable {
  /// The key under which the bank has received it. The same key never pays twice.
  var key: String
  /// The number of the payment.
  var id: String
  var cents: Int
  var isRefunded = false
}

/// The message that an order was shipped. Another process sends it: `Demo runs send order/demo Shipped '{"tracking": "1Z"}'`.
struct Shipped: DurableMessage {
  var tracking: String
}

/// What the customer has ordered.
enum TheOrder: DurableKey {
  typealias Value = Order
  static let survivesGoingBack = true
}

/// What the customer has paid.
enum ThePayment: DurableKey {
  typealias Value = Payment
}
