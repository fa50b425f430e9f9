/// A property of a node that depends on states.
///
/// States hold it, and it does not hold its node: a node that goes takes its bindings along.
final class Binding {
  /// Higher than that of every binding of an outer node, so that updates go from the outside in.
  let serial: Int
  let key: String
  private(set) weak var owner: TreeNode?
  private let cells: [StateCell]

  init(serial: Int, key: String, owner: TreeNode, cells: [StateCell]) {
    self.serial = serial
    self.key = key
    self.owner = owner
    self.cells = cells
    for cell in cells { cell.add(self) }
  }

  /// Lets go of the states.
  func cut() {
    for cell in cells { cell.remove(self) }
    owner = nil
  }
}
