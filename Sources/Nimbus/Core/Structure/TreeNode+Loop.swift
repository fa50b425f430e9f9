import FlowJSON
import FlowScreens

extension TreeNode {
  /// Creates copies for new items, and keeps the copies of existing items.
  func refreshCopies() {
    guard let items = currentItems else { return }
    var kept = copies
    let hadCopies = !kept.isEmpty
    var haveChanged = hadCopies && kept.count != items.count
    copies = [:]
    parts = []
    let names = itemNames
    let list = itemList
    for (index, item) in items.enumerated() {
      let key = key(of: item, at: index)
      if let copy = kept.removeValue(forKey: key) {
        if copy.takeItem(item, index, names: names) { haveChanged = true }
        copies[key] = copy
        parts.append(copy)
      } else {
        guard context.admitNode(in: scope) else { break }
        parts.append(makeCopy(key, item, index))
      }
      parts.last?.scope.ownState(names.item)?.source = list.map { ItemSource(cell: $0, steps: $1, index: index) }
    }
    if hadCopies, haveChanged, keyName == nil {
      context.nimbus.faults.warning(
        "The items of \(scope.path) have changed, and it has no \"key\": its copies may take over each other's states.")
    }
    showsOtherParts()
  }

  /// The state that contains the list, and the path to the list inside it. It's `nil` if the items are computed.
  private var itemList: (cell: StateCell, steps: [StatePath.Step])? {
    guard let evaluation = evaluation(of: "items"), case .text(let template) = evaluation.formula.template,
      template.pieces.count == 1, case .expression(.state(let number, let steps)) = template.pieces[0],
      let cell = evaluation.states[number]
    else { return nil }
    return (cell, steps)
  }

  private var currentItems: [JSONValue]? {
    switch properties["items"] {
    case nil, .json(.null)?: return []
    case .json(.array(let items))?: return items
    case let other?:
      context.nimbus.faults.error("The items of \(scope.path) must be an array, found \(other.foundText).")
      return nil
    }
  }

  private var keyName: String? { text("key") }

  private var itemNames: (item: String, index: String) {
    (text("iteratorName") ?? "item", text("indexName") ?? "index")
  }

  private func text(_ property: String) -> String? {
    guard case .string(let text)? = properties[property]?.plain else { return nil }
    return text
  }

  private func key(of item: JSONValue, at index: Int) -> String {
    guard let keyName else { return String(index) }
    guard let value = item[keyName], value != .null else {
      context.nimbus.faults.error(
        "The item \(index) of \(scope.path) has no \"\(keyName.brief)\"; its key is its position.")
      return uniqueKey(String(index), index)
    }
    return uniqueKey(String(value.canonicalText.prefix(200)), index)
  }

  private func uniqueKey(_ key: String, _ index: Int) -> String {
    guard copies[key] != nil else { return key }
    context.nimbus.faults.error(
      "Two items of \(scope.path) have the key \"\(key.brief)\"; the key of the later one gets its position too.")
    var key = "\(key):\(index)"
    while copies[key] != nil { key += "'" }
    return key
  }

  private func makeCopy(_ key: String, _ item: JSONValue, _ index: Int) -> TreeNode {
    let template = NodeBlueprint(id: blueprint.id, component: "fragment", children: blueprint.children)
    let copy = TreeNode(
      template, as: .fragment, suffix: "\(suffix):\(key)", in: self, outer: scope, context: context)
    let names = itemNames
    copy.scope.addState(names.item, item)
    copy.scope.addState(names.index, .integer(Int64(index)))
    copies[key] = copy
    copy.start()
    return copy
  }

  /// Replaces the item of a copy. Returns whether the new item differs from the old one.
  private func takeItem(_ item: JSONValue, _ index: Int, names: (item: String, index: String)) -> Bool {
    var hasChanged = false
    if let cell = scope.ownState(names.item) {
      hasChanged = cell.value != item
      context.nimbus.updates.set(cell, item)
    }
    if let cell = scope.ownState(names.index) { context.nimbus.updates.set(cell, .integer(Int64(index))) }
    return hasChanged
  }
}
