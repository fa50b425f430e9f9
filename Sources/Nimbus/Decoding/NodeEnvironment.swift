public import FlowScreens

/// What a component that is decoded from a node needs of whoever draws the screen.
///
/// ```swift
/// let environment = NodeEnvironment(render: { node in screen.draw(node) }, onChange: { screen.redraw(node) })
/// let card = try NimbusDecoder.decode(Card<AnyComponent>.self, from: node, in: environment)
/// ```
///
/// Without one, children draw nothing and changed states are told to nobody. Both closures are called on the queue of the
/// screen.
public struct NodeEnvironment {
  /// Draws a child of the node.
  public var render: (ServerDrivenNode) -> Layout
  /// Hears that a ``State`` of the component has changed, so that the component is to be drawn again.
  public var onChange: (() -> Void)?

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - render: Draws a child of the node.
  ///   - onChange: Hears that a ``State`` of the component has changed.
  public init(
    render: @escaping (ServerDrivenNode) -> Layout = { _ in .nothing }, onChange: (() -> Void)? = nil
  ) {
    self.render = render
    self.onChange = onChange
  }
}
