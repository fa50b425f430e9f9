/// A property of a node that depends on states.
///
/// States keep a strong reference to their bindings. A binding has a weak reference to its node, which removes its
/// bindings when it's released.
final class Binding {
  /// A serial number that is higher than those of outer nodes, so updates go from the outside in.
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

  /// Removes the binding from its states.
  func cut() {
    for cell in cells { cell.remove(self) }
    owner = nil
  }
}
