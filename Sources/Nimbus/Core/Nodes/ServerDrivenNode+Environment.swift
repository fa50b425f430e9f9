import FlowScreens

extension ServerDrivenNode {
  /// What the node's component needs to show its children.
  ///
  /// The layout refers to the children and doesn't contain them. If a child changes, this node's layout stays valid.
  var environment: NodeEnvironment {
    NodeEnvironment(render: { child in .deferred { child.layout } })
  }
}
