/// A property of a node that depends on states.
///
/// States keep a strong reference to their bindings. A binding doesn't retain its node. The node removes its bindings
/// when it's released.
final class Binding {
  /// A serial number that is higher than those of outer nodes, so that outer nodes are updated first.
  let serial: Int
  /// Evaluates the property.
  let evaluation: Evaluation
  /// Whether the binding is in the queue.
  var isDue = false
  private var settlement = 0
  private var refreshes = 0
  /// The node. It's `nil` after the node has removed the binding.
  private(set) unowned var owner: TreeNode?

  init(serial: Int, owner: TreeNode, _ evaluation: Evaluation) {
    self.serial = serial
    self.owner = owner
    self.evaluation = evaluation
    for state in evaluation.states { state?.add(self) }
  }

  /// Counts an evaluation of the property against the limit.
  ///
  /// - Parameter settlement: The number of the update. Each update has its own count.
  /// - Returns: Whether the property may be evaluated.
  func admitRefresh(in settlement: Int) -> Bool {
    if settlement != self.settlement {
      self.settlement = settlement
      refreshes = 0
    }
    refreshes += 1
    return refreshes <= NimbusLimits.updates
  }

  /// Removes the binding from its states.
  func cut() {
    for state in evaluation.states { state?.remove(self) }
    owner = nil
  }
}
