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

  /// Returns whether a step that takes this type can take a value of another type, as Swift converts it.
  ///
  /// A type takes values of the same type and of its subclasses. An optional type also takes values of the type that it
  /// wraps. `Any` takes every value, and `any Error` takes every error. An optional, an array, a set or a dictionary
  /// takes another one whose elements fit. Another protocol type takes only itself: declare the earlier step with the
  /// protocol type as its result.
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
    if type == (any Error).self { return other.type is any Error.Type }
    guard let own = type as? any Container.Type else { return false }
    if own.kind == Optional<Any>.kind, own.elements[0].accept(other) { return true }
    guard let other = other.type as? any Container.Type, other.kind == own.kind else { return false }
    return zip(own.elements, other.elements).allSatisfy { $0.accept($1) }
  }
}

/// A generic type of the standard library that Swift converts element by element.
private protocol Container {
  static var kind: String { get }
  static var elements: [any TypeRelations.Type] { get }
}

extension Optional: Container {
  fileprivate static var kind: String { "Optional" }
  fileprivate static var elements: [any TypeRelations.Type] { [RelationsOf<Wrapped>.self] }
}

extension Array: Container {
  fileprivate static var kind: String { "Array" }
  fileprivate static var elements: [any TypeRelations.Type] { [RelationsOf<Element>.self] }
}

extension Set: Container {
  fileprivate static var kind: String { "Set" }
  fileprivate static var elements: [any TypeRelations.Type] { [RelationsOf<Element>.self] }
}

extension Dictionary: Container {
  fileprivate static var kind: String { "Dictionary" }
  fileprivate static var elements: [any TypeRelations.Type] { [RelationsOf<Key>.self, RelationsOf<Value>.self] }
}
