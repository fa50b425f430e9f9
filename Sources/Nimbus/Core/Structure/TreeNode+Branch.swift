import FlowJSON
import FlowScreens

extension TreeNode {
  /// Shows the branch that the condition selects.
  func chooseBranch() {
    guard case .bool(let condition)? = properties["condition"]?.plain else {
      context.nimbus.faults.error(
        "The condition of \(scope.path) must be a bool, found \(properties["condition"]?.foundText ?? "nothing").")
      return
    }
    parts = branch(condition ? "then" : "else").map { [$0] } ?? []
    showsOtherParts()
  }

  private func branch(_ name: String) -> TreeNode? {
    if let made = branches[name] { return made }
    guard let blueprint = blueprint.children.first(where: { $0.component == name }), mayCreate(blueprint) else {
      return nil
    }
    let node = TreeNode(blueprint, as: .fragment, suffix: suffix, in: self, outer: scope, context: context)
    branches[name] = node
    node.start()
    return node
  }
}
