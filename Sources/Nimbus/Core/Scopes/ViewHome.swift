import FlowJSON
import FlowScreens

/// What all nodes and events of one view share.
///
/// Events keep it alive, also after their view is gone: an answer from a server that comes late still finds the states.
final class ViewHome {
  let nimbus: NimbusInstance
  weak var view: ServerDrivenView?
  weak var navigator: NimbusNavigator?
  /// The events that the pushing view has handed over.
  let events: [String: ServerDrivenEvent]
  /// How many nodes live.
  var nodes = 0
  private var hasTooManyNodes = false
  /// How often a component was asked to draw itself.
  var renders = 0
  /// The node that is being drawn now.
  var drawing: ServerDrivenNode?
  /// What has changed since the last notification.
  var changes = ViewChanges()

  init(_ nimbus: NimbusInstance, navigator: NimbusNavigator?, events: [String: ServerDrivenEvent]) {
    self.nimbus = nimbus
    self.navigator = navigator
    self.events = events
  }

  /// Asks for one more node.
  ///
  /// - Returns: Whether the view may have it.
  func admitNode(in scope: Scope) -> Bool {
    if nodes < NimbusLimits.nodes { return true }
    if !hasTooManyNodes {
      hasTooManyNodes = true
      nimbus.logger.error(
        "The view has \(NimbusLimits.nodes) nodes, which is all that it may have; \(scope.path) gets no more.")
    }
    return false
  }

  /// Takes note that a node looks different now.
  func noteChange(of node: ServerDrivenNode) {
    nimbus.updates.noteChange(in: self)
    changes.nodes[ObjectIdentifier(node)] = node
  }

  /// Takes note that a component of a node has changed by itself, and is to be drawn but not to be made anew.
  func noteRedraw() {
    nimbus.updates.noteChange(in: self)
    changes.redraws = true
  }

  /// Takes note that other nodes are to be shown below one.
  func noteNewChildren(of node: TreeNode) {
    nimbus.updates.noteChange(in: self)
    changes.parents[ObjectIdentifier(node)] = node
  }

  /// Brings what is shown up to date, and tells the view once.
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

/// What has changed in a view.
struct ViewChanges {
  /// The nodes whose properties have changed.
  var nodes: [ObjectIdentifier: ServerDrivenNode] = [:]
  /// The nodes that may show other children.
  var parents: [ObjectIdentifier: TreeNode] = [:]
  /// Whether a component has changed by itself.
  var redraws = false
}
