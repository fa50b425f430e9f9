public import FlowJSON
public import FlowState

/// A key of a value that the steps of a durable run share and that the run stores.
///
/// ```swift
/// enum TheOrder: DurableKey { typealias Value = Order }
/// ```
///
/// A run stores the value as JSON. When the shape of the value changes, increment ``version`` and convert older values:
///
/// ```swift
/// enum Address: DurableKey {
///   struct Value: Codable, Sendable { var street: String }
///   static let version = 2
///   static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue {
///     ["street": try JSONElement(old)["line1"].requiredValue()]
///   }
/// }
/// ```
///
/// Keys whose `FlowContextKey.isPrivate` is true require a codec; see ``PayloadCodec``.
public protocol DurableKey<Value>: FlowContextKey where Value: Codable & Sendable {
  /// The version of the value's shape, starting at 1, the default.
  static var version: Int { get }

  /// Converts a stored value of an older version to the current shape.
  ///
  /// Called when a run continues, on any thread. An error parks the run.
  ///
  /// - Parameters:
  ///   - old: The stored value.
  ///   - version: The version of the stored value; less than ``version``.
  /// - Returns: The value in the current shape.
  /// - Throws: An error if the value isn't of the expected shape.
  static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue
}

extension DurableKey {
  /// The first version.
  public static var version: Int { 1 }

  /// Returns the old value unchanged.
  public static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue { old }
}

/// A type of messages that durable runs receive.
///
/// ```swift
/// struct Shipped: DurableMessage { var tracking: String }
///
/// let shipped = FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(3 * 86_400), identifier: "shipped")
/// ```
///
/// A run identifies a message by its name. A message that arrives early waits until the run awaits it.
public protocol DurableMessage: Codable, Sendable {
  /// The name of the messages. By default, the name of the type.
  static var name: String { get }
}

extension DurableMessage {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }
}
