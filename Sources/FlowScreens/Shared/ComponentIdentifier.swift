/// The name of a component, an action or anything else that a library offers: `namespace:name`.
///
/// ```swift
/// ComponentIdentifier("app:button")?.name   // "button"
/// ComponentIdentifier("button")             // nil: no namespace
/// ComponentIdentifier("app:")               // nil: no name
/// ```
public struct ComponentIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// Whose component it is.
  public let namespace: String
  /// Which of them.
  public let name: String

  /// Makes an identifier of its parts.
  public init(namespace: String, name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// Reads an identifier strictly: two parts, neither empty, with one colon between.
  ///
  /// - Parameter text: Such as `app:button`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(namespace: String(parts[0]), name: String(parts[1]))
  }

  /// The identifier as text: `namespace:name`.
  public var description: String { "\(namespace):\(name)" }
}
