/// A type that names a value that the steps of a run share.
///
/// ```swift
/// enum Email: FlowContextKey<String> {}
/// enum Password: FlowContextKey<String> { static let isPrivate = true }
/// ```
public protocol FlowContextKey<Value>: SendableMetatype {
  /// The type of the value.
  associatedtype Value

  /// The name of the value in traces. By default, the name of the type.
  static var name: String { get }

  /// A Boolean value that indicates whether traces must hide the value. False by default.
  static var isPrivate: Bool { get }

  /// A Boolean value that indicates whether the value stays as it is when the run goes back. False by default: going back to a
  /// visit restores the value that the visit began with.
  ///
  /// Return true for values that a step needs when it starts again, such as an answer to show as the default.
  static var survivesGoingBack: Bool { get }
}

extension FlowContextKey {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }

  /// False: traces show the value.
  public static var isPrivate: Bool { false }

  /// False: going back restores the value.
  public static var survivesGoingBack: Bool { false }
}
