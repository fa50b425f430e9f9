/// A node as a component is made of it. (Seed: `ServerDrivenNode`.)
public final class ServerDrivenNode {
  /// Unique on its screen.
  public let id: String
  /// The component's name, with its namespace: `app:button`.
  public let component: String
  /// The processed properties; nil counts as an empty object.
  public internal(set) var properties: NimbusValue?
  /// The nodes below, in order.
  public internal(set) var children: [ServerDrivenNode]

  /// Makes a node.
  public init(
    id: String, component: String, properties: NimbusValue? = nil, children: [ServerDrivenNode] = []
  ) {
    self.id = id
    self.component = component
    self.properties = properties
    self.children = children
  }
}
