public import FlowDurable
import FlowState

/// An order of a customer.
public struct Order: Codable, Sendable, Equatable {
  /// The number of the order, which is also the key of its run.
  public var id: String
  /// The price.
  public var cents: Int

  /// Creates an order.
  public init(id: String, cents: Int) {
    self.id = id
    self.cents = cents
  }
}

/// A payment that the bank has booked.
public struct Payment: Codable, Sendable, Equatable {
  /// The key under which the bank has booked the payment.
  public var key: String
}

/// The message that an order was shipped.
public struct Shipped: DurableMessage, Equatable {
  /// The number of the parcel.
  public var tracking: String

  /// Creates a message.
  public init(tracking: String) {
    self.tracking = tracking
  }
}

enum TheOrder: DurableKey { typealias Value = Order }
enum ThePayment: DurableKey { typealias Value = Payment }
enum TheParcel: DurableKey { typealias Value = Shipped }
