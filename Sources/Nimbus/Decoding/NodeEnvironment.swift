public import FlowScreens

/// The closures of a screen's renderer that a component decoded from a node uses.
///
/// ```swift
/// let environment = NodeEnvironment(render: { node in screen.draw(node) }, onChange: { screen.redraw(node) })
/// let card = try NimbusDecoder.decode(Card<AnyComponent>.self, from: node, in: environment)
/// ```
///
/// Without an environment, children draw nothing and changes of states aren't reported. Both closures are called on the
/// screen's queue.
public struct NodeEnvironment {
  /// Returns the layout of one of the node's children.
  public var render: (ServerDrivenNode) -> ScreenLayout
  /// Called after a ``State`` of the component changes, so that the component can be redrawn.
  public var onChange: (() -> Void)?

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - render: Returns the layout of one of the node's children.
  ///   - onChange: Called after a ``State`` of the component changes.
  public init(
    render: @escaping (ServerDrivenNode) -> ScreenLayout = { _ in .nothing }, onChange: (() -> Void)? = nil
  ) {
    self.render = render
    self.onChange = onChange
  }
}
