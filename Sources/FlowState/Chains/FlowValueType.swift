/// The content or result type of a declared step, as errors and pictures show it.
///
/// ```swift
/// FlowValueType(of: String.self).name  // String
/// FlowValueType(of: String?.self).accepts(FlowValueType(of: String.self))  // true
/// ```
public struct FlowValueType: Sendable, Hashable, CustomStringConvertible {
  /// The name of the type.
  public let name: String
  private let relations: any TypeRelations.Type

  /// Creates a description of a type.
  ///
  /// - Parameter type: The type.
  public init<Value>(of type: Value.Type) {
    name = "\(type)"
    relations = RelationsOf<Value>.self
  }

  /// The type itself.
  package var type: Any.Type { relations.type }

  /// The name of the type.
  public var description: String { name }

  /// Returns whether a step that takes this type can take a value of another type: of the same type, of a subclass, of the type
  /// that this optional type wraps, or of any type if this type is `Any`.
  ///
  /// - Parameter other: The type of the value.
  /// - Returns: Whether the value fits.
  public func accepts(_ other: FlowValueType) -> Bool { relations.accept(other.relations) }

  /// Returns whether two values describe the same type.
  public static func == (left: FlowValueType, right: FlowValueType) -> Bool { left.type == right.type }

  /// Hashes the type, not its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// The relations of a type to other types, for code that doesn't know the type.
private protocol TypeRelations: SendableMetatype {
  static var type: Any.Type { get }
  static func accept(_ other: any TypeRelations.Type) -> Bool
}

private enum RelationsOf<Value>: TypeRelations {
  static var type: Any.Type { Value.self }

  static func accept(_ other: any TypeRelations.Type) -> Bool {
    if other.type == type || type == Any.self || other.type is Value.Type { return true }
    return (type as? any OptionalType.Type)?.wrappedType.accept(other) ?? false
  }
}

private protocol OptionalType {
  static var wrappedType: any TypeRelations.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: any TypeRelations.Type { RelationsOf<Wrapped>.self }
}
