public import FlowScreens

/// A node from which a component is decoded. As in Nimbus's `ServerDrivenNode`.
///
/// ```swift
/// let node = ServerDrivenNode(id: "title", component: "app:text", properties: .json(["text": "Sign up"]))
/// ```
///
/// The nodes of a screen belong to the screen's queue.
public final class ServerDrivenNode {
  /// The identifier, which is unique on the screen.
  public let id: String
  /// The name of the component, with its namespace, such as `app:button`.
  public let component: String
  /// The evaluated properties. `nil` is treated as an empty object.
  public internal(set) var properties: NimbusValue?
  /// The child nodes, in order.
  public internal(set) var children: [ServerDrivenNode]
  /// Draws the node. It's `nil` for a node outside of a screen.
  var renderer: NodeRenderer?
  private var keptLayout: ScreenLayout?
  /// Whether the node is in its view's list of changes.
  var isNoted = false

  /// Creates a node.
  public init(
    id: String, component: String, properties: NimbusValue? = nil, children: [ServerDrivenNode] = []
  ) {
    self.id = id
    self.component = component
    self.properties = properties
    self.children = children
  }

  /// The layout of the node. It's reused until a property, the children or a state of the component changes.
  ///
  /// A node that you create yourself has an empty layout.
  public var layout: ScreenLayout {
    if let keptLayout { return keptLayout }
    guard let renderer else { return .nothing }
    let layout = renderer.draw(self)
    keptLayout = layout
    return layout
  }

  /// A component that draws the node's current layout.
  public var content: AnyComponent {
    AnyComponent { [self] _ in .deferred { self.layout } }
  }

  /// Discards the layout and the component. Both are recreated when the node is next shown.
  func forgetLayout() {
    keptLayout = nil
    renderer?.forgetComponent()
  }

  /// Releases the component after the node is removed from the screen. The component may have a reference to the node.
  func takeApart() {
    renderer = nil
    keptLayout = nil
  }

  /// Discards the layout after the component changes one of its own states. The component is kept.
  func redraw() {
    keptLayout = nil
  }
}
