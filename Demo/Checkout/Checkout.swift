import FlowState

/// The values of a checkout.
enum Checkout {
  /// The key of the address.
  enum Address: FlowContextKey<String> {}
  /// The key of the price.
  enum Total: FlowContextKey<Price> {}
  /// The key of the payment.
  enum Receipt: FlowContextKey<Payment> {}

  /// The price of an order, in cents.
  struct Price: Sendable {
    var shipping: Int
    var tax: Int

    var cents: Int { 2_000 + shipping + tax }
    /// The price as text: `24.50`.
    var text: String { "\(cents / 100).\(String(cents % 100 + 100).dropFirst())" }
  }

  /// A request for a payment. The shop accepts one payment with a key.
  struct Charge: Sendable {
    var cents: Int
    var key: String
  }

  /// A payment that the shop has received.
  struct Payment: Sendable {
    var key: String
  }
}
