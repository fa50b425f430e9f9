/// The content or result type of a declared step, as errors and pictures show it.
///
/// ```swift
/// FlowValueType(of: String.self).name  // String
/// ```
public struct FlowValueType: Sendable, Hashable, CustomStringConvertible {
  /// The name of the type.
  public let name: String
  private let identity: ObjectIdentifier

  /// Creates a description of a type.
  ///
  /// - Parameter type: The type.
  public init<Value>(of type: Value.Type) {
    name = "\(type)"
    identity = ObjectIdentifier(type)
  }

  /// The name of the type.
  public var description: String { name }

  /// Returns whether two values describe the same type.
  public static func == (left: FlowValueType, right: FlowValueType) -> Bool { left.identity == right.identity }

  /// Hashes the type, not its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
