public import FlowJSON
public import FlowState

/// A type that names a value that the steps of a durable run share, and that the run keeps.
///
/// ```swift
/// enum TheOrder: DurableKey { typealias Value = Order }
/// ```
///
/// A run stores the value as JSON. When the value changes its shape, count ``version`` up and say how an older value becomes a
/// newer one:
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
/// The values of a key whose `FlowContextKey.isPrivate` is true need a codec; see ``PayloadCodec``.
public protocol DurableKey<Value>: FlowContextKey where Value: Codable & Sendable {
  /// The version of the value's shape, from 1. By default 1.
  static var version: Int { get }

  /// Returns a stored value of an older version in the shape of this version.
  ///
  /// Called when a run goes on, on any thread. An error parks the run.
  ///
  /// - Parameters:
  ///   - old: The stored value.
  ///   - version: The version of the stored value; less than ``version``.
  /// - Returns: The value in the shape of this version.
  /// - Throws: An error if the value isn't of the expected shape.
  static func upgraded(_ old: JSONValue, from version: Int) throws -> JSONValue
}

extension DurableKey {
  /// The first version.
  public static var version: Int { 1 }

  /// The old value, unchanged.
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
/// A run finds a message by its name. A message that arrives before the run awaits it waits for the run.
public protocol DurableMessage: Codable, Sendable {
  /// The name of the messages. By default, the name of the type.
  static var name: String { get }
}

extension DurableMessage {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }
}
