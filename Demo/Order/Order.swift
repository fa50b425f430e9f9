import FlowDurable
import FlowState

/// An item that a customer orders, with its price.
struct Order: Codable, Equatable, Sendable {
  var item: String
  var cents: Int

  /// The items that a customer can order.
  static let menu = [
    Order(item: "tea", cents: 250), Order(item: "coffee", cents: 320), Order(item: "cake", cents: 480),
  ]

  /// The price as text: `3.20`.
  var price: String { "\(cents / 100).\(String(cents % 100 + 100).dropFirst())" }
}

/// A payment that the bank has received.
struct Payment: Codable, Equatable, Sendable {
  /// The key of the payment. The bank accepts only one payment with a key.
  var key: String
  /// The number of the payment.
  var id: String
  var cents: Int
  var isRefunded = false
}

/// The message that an order has been shipped. Another process sends it:
/// `Demo runs send order/demo Shipped '{"tracking": "1Z"}'`.
struct Shipped: DurableMessage {
  var tracking: String
}

/// The key of the order.
enum TheOrder: DurableKey {
  typealias Value = Order
  static let survivesGoingBack = true
}

/// The key of the payment.
enum ThePayment: DurableKey {
  typealias Value = Payment
}
