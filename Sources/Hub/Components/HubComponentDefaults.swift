import FlowScreens

/// What a component is where neither JSON nor code says so.
///
/// ```swift
/// let defaults = HubComponentDefaults(namespace: "shop", name: "tile", category: .card)
/// let schemas = HubJSONSchemaRegistry(defaults: defaults)
/// ```
///
/// Source: `HUBComponentDefaults`.
public struct HubComponentDefaults: Sendable, Hashable {
  /// Whose component it is.
  public let namespace: String
  /// Which of them.
  public let name: String
  /// What it looks like, roughly.
  public let category: HubComponentCategory

  /// Makes defaults.
  public init(namespace: String, name: String, category: HubComponentCategory) {
    self.namespace = namespace
    self.name = name
    self.category = category
  }

  /// `default:row` of the category `row`.
  public static let standard = HubComponentDefaults(namespace: "default", name: "row", category: .row)
}

extension HubComponentDefaults {
  /// A component's identifier with what a text says about it: of two or more parts between colons the first is the
  /// namespace and the second the name; one part alone is the name. What is empty, or not said, stays as it was.
  static func identifier(reading text: String, over previous: ComponentIdentifier) -> ComponentIdentifier {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = parts.first else { return previous }
    let namespace = parts.count > 1 ? first : ""
    let name = parts.count > 1 ? parts[1] : first
    return ComponentIdentifier(
      namespace: namespace.isEmpty ? previous.namespace : String(namespace),
      name: name.isEmpty ? previous.name : String(name))
  }
}
