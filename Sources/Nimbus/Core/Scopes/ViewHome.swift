import FlowJSON
import FlowScreens

/// The data that all nodes and events of one view share.
///
/// Events keep it alive even after their view is released. A late response from a server still finds the states.
final class ViewHome {
  let nimbus: NimbusInstance
  weak var view: ServerDrivenView?
  weak var navigator: NimbusNavigator?
  /// The events that the presenting view passed to this one.
  let events: [String: ServerDrivenEvent]
  /// The number of existing nodes.
  var nodes = 0
  private var hasTooManyNodes = false
  /// The number of times that components were drawn.
  var renders = 0
  /// The node that is being drawn.
  var drawing: ServerDrivenNode?
  /// The changes since the last notification.
  var changes = ViewChanges()

  init(_ nimbus: NimbusInstance, navigator: NimbusNavigator?, events: [String: ServerDrivenEvent]) {
    self.nimbus = nimbus
    self.navigator = navigator
    self.events = events
  }

  /// Counts a node against the limit.
  ///
  /// - Returns: Whether the view may have the node.
  func admitNode(in scope: Scope) -> Bool {
    if nodes < NimbusLimits.nodes { return true }
    if !hasTooManyNodes {
      hasTooManyNodes = true
      nimbus.logger.error(
        "The view has \(NimbusLimits.nodes) nodes, which is the limit; \(scope.path) gets no more.")
    }
    return false
  }

  /// Records that a node's properties or children changed.
  func noteChange(of node: ServerDrivenNode) {
    nimbus.updates.noteChange(in: self)
    changes.nodes[ObjectIdentifier(node)] = node
  }

  /// Records that a component changed one of its own states. The component is drawn again, but not created again.
  func noteRedraw() {
    nimbus.updates.noteChange(in: self)
    changes.redraws = true
  }

  /// Records that different nodes may be shown below a node.
  func noteNewChildren(of node: TreeNode) {
    nimbus.updates.noteChange(in: self)
    changes.parents[ObjectIdentifier(node)] = node
  }

  /// Updates the shown nodes, and notifies the view once.
  func publishChanges() {
    let changes = changes
    self.changes = ViewChanges()
    var changed = changes.nodes
    for parent in changes.parents.values {
      guard let node = parent.rendered, parent.refreshRenderedChildren() else { continue }
      changed[ObjectIdentifier(node)] = node
    }
    guard !changed.isEmpty || changes.redraws else { return }
    for node in changed.values { node.forgetLayout() }
    view?.tellUpdate()
  }
}

/// The changes in a view.
struct ViewChanges {
  /// The nodes whose properties changed.
  var nodes: [ObjectIdentifier: ServerDrivenNode] = [:]
  /// The nodes whose children may have changed.
  var parents: [ObjectIdentifier: TreeNode] = [:]
  /// Whether a component changed one of its own states.
  var redraws = false
}
