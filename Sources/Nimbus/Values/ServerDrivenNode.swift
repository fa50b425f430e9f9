public import FlowScreens

/// A node as a component is made of it. (Seed: `ServerDrivenNode`.)
///
/// ```swift
/// let node = ServerDrivenNode(id: "title", component: "app:text", properties: .json(["text": "Sign up"]))
/// ```
///
/// The nodes of a screen belong to its queue.
public final class ServerDrivenNode {
  /// Unique on its screen.
  public let id: String
  /// The component's name, with its namespace: `app:button`.
  public let component: String
  /// The processed properties; nil counts as an empty object.
  public internal(set) var properties: NimbusValue?
  /// The nodes below, in order.
  public internal(set) var children: [ServerDrivenNode]
  /// Draws the node; nil for one that stands outside of any screen.
  var artist: NodeArtist?
  private var keptLayout: Layout?

  /// Makes a node.
  public init(
    id: String, component: String, properties: NimbusValue? = nil, children: [ServerDrivenNode] = []
  ) {
    self.id = id
    self.component = component
    self.properties = properties
    self.children = children
  }

  /// What the node shows. It is kept until a property, the children or a state of the component has changed.
  ///
  /// The node of a screen only: one that was made by hand shows nothing.
  public var layout: Layout {
    if let keptLayout { return keptLayout }
    guard let artist else { return .nothing }
    let layout = artist.draw(self)
    keptLayout = layout
    return layout
  }

  /// What the node shows, as a component that asks for it each time it is drawn.
  public var content: AnyComponent {
    AnyComponent { [self] _ in .deferred { self.layout } }
  }

  /// Has the component made anew, and drawn, when the node is shown the next time.
  func forgetLayout() {
    keptLayout = nil
    artist?.forgetComponent()
  }

  /// Lets go of the component, which may hold the node, because the node has left the screen.
  func takeApart() {
    artist = nil
    keptLayout = nil
  }

  /// Has the component that there is drawn anew, because a state of its own has changed.
  func redraw() {
    keptLayout = nil
  }
}
