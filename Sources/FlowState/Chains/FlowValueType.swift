/// The type of what a declared step takes or yields, as errors and pictures name it.
///
/// ```swift
/// FlowValueType(of: String.self).name  // String
/// ```
public struct FlowValueType: Sendable, Hashable, CustomStringConvertible {
  /// The name of the type.
  public let name: String
  private let identity: ObjectIdentifier

  /// Makes a description of a type.
  ///
  /// - Parameter type: The type.
  public init<Value>(of type: Value.Type) {
    name = "\(type)"
    identity = ObjectIdentifier(type)
  }

  /// The name of the type.
  public var description: String { name }

  /// Whether two descriptions are of the same type.
  public static func == (left: FlowValueType, right: FlowValueType) -> Bool { left.identity == right.identity }

  /// Hashes the type, not its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
