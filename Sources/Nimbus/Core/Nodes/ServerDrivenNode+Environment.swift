import FlowScreens

extension ServerDrivenNode {
  /// The environment in which the node's component shows its children.
  ///
  /// The layout refers to the children and doesn't contain them. If a child changes, this node's layout stays valid.
  var environment: NodeEnvironment {
    NodeEnvironment(render: { child in .deferred { child.layout } })
  }
}
