import FlowScreens

extension ServerDrivenNode {
  /// What the node's component needs to show its children and to be drawn anew.
  ///
  /// Children are referred to, not drawn: when one of them changes, this node's layout stays as it is.
  var environment: NodeEnvironment {
    NodeEnvironment(
      render: { child in .deferred { child.layout } },
      onChange: { [weak self] in self?.artist?.takeChange(of: self) })
  }
}
