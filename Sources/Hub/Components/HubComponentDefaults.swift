import FlowScreens

/// The values of properties that neither JSON nor code sets.
///
/// ```swift
/// let defaults = HubComponentDefaults(namespace: "shop", name: "tile", category: .card)
/// let schemas = HubJSONSchemaRegistry(defaults: defaults)
/// ```
///
/// As in the Hub Framework: `HUBComponentDefaults`.
public struct HubComponentDefaults: Sendable, Hashable {
  /// The default namespace.
  public let namespace: String
  /// The default name of the component.
  public let name: String
  /// The default category.
  public let category: HubComponentCategory

  /// Creates defaults.
  public init(namespace: String, name: String, category: HubComponentCategory) {
    self.namespace = namespace
    self.name = name
    self.category = category
  }

  /// The component `default:row` with the category `row`.
  public static let standard = HubComponentDefaults(namespace: "default", name: "row", category: .row)
}

extension HubComponentDefaults {
  /// Returns an identifier that combines a text with a previous identifier.
  ///
  /// In a text with colons, the first part is the namespace and the second part is the name. A text without a colon is
  /// the name. Missing and empty parts keep their previous values.
  static func identifier(reading text: String, over previous: ComponentIdentifier) -> ComponentIdentifier {
    let parts = text.splitAtColons(maxSplits: 2)
    guard let first = parts.first else { return previous }
    let namespace = parts.count > 1 ? first : ""
    let name = parts.count > 1 ? parts[1] : first
    return ComponentIdentifier(
      namespace: namespace.isEmpty ? previous.namespace : String(namespace),
      name: name.isEmpty ? previous.name : String(name))
  }
}
