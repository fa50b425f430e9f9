import FlowJSON
import FlowScreens

extension TreeNode {
  /// Creates copies for new items, and keeps the copies of existing items.
  func refreshCopies() {
    guard let items = currentItems else { return }
    let hadCopies = !copies.isEmpty
    var haveChanged = hadCopies && copies.count != items.count
    let names = itemNames
    // The states of a copy can't be renamed.
    if let scope = copies.values.first?.scope, scope.ownState(names.item) == nil || scope.ownState(names.index) == nil {
      (copies, parts) = ([:], [])
    }
    let matches = matchCopies(to: items)
    let list = itemList
    for (index, (item, match)) in zip(items, matches).enumerated() {
      let copy: TreeNode
      if let existing = match.copy {
        copy = existing
        if copy.takeItem(item, index, names: names) { haveChanged = true }
      } else {
        guard let new = makeCopy(match.key, item, index) else { continue }
        copy = new
      }
      parts.append(copy)
      copy.scope.ownState(names.item)?.source = list.map { ItemSource(cell: $0, steps: $1, index: index) }
    }
    if hadCopies, haveChanged, keyName == nil {
      context.nimbus.faults.warning(
        "The items of \(scope.path) have changed, and it has no \"key\": its copies may take over each other's states.")
    }
    showsOtherParts()
  }

  /// Finds the existing copies of the items.
  ///
  /// The other copies are released before new ones are created, so that they don't count against the limits.
  ///
  /// - Parameter items: The items.
  /// - Returns: The key of each item, and its copy if there is one.
  private func matchCopies(to items: [JSONValue]) -> [(key: String, copy: TreeNode?)] {
    let keyName = keyName
    var others = copies
    copies = [:]
    parts = []
    var newKeys: Set<String> = []
    var matches: [(key: String, copy: TreeNode?)] = []
    matches.reserveCapacity(items.count)
    func isUsed(_ key: String) -> Bool { copies[key] != nil || newKeys.contains(key) }
    for (index, item) in items.enumerated() {
      let key = keyName.map { self.key(of: item, at: index, named: $0, isUsed) } ?? String(index)
      if let copy = others.removeValue(forKey: key) {
        copies[key] = copy
        matches.append((key, copy))
      } else {
        if keyName != nil { newKeys.insert(key) }
        matches.append((key, nil))
      }
    }
    return matches
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

  private func key(of item: JSONValue, at index: Int, named keyName: String, _ isUsed: (String) -> Bool) -> String {
    guard let value = item[keyName], value != .null else {
      context.nimbus.faults.report(
        "The item \(index) of \(scope.path) has no \"\(keyName.brief)\"; its key is its position.")
      return uniqueKey(String(index), index, isUsed)
    }
    return uniqueKey(value.canonicalText.prefix(scalars: Self.keySize), index, isUsed)
  }

  /// The number of Unicode scalars after which a key is cut. The identifiers of all nodes in a copy contain its key.
  private static let keySize = 200

  private func uniqueKey(_ key: String, _ index: Int, _ isUsed: (String) -> Bool) -> String {
    guard isUsed(key) else { return key }
    context.nimbus.faults.report(
      "Two items of \(scope.path) have the key \"\(key.brief)\"; the key of the later one gets its position too.")
    var key = "\(key):\(index)"
    while isUsed(key) { key += "'" }
    return key
  }

  /// Creates the copy of an item. Returns `nil` if there is no room for it.
  private func makeCopy(_ key: String, _ item: JSONValue, _ index: Int) -> TreeNode? {
    guard mayCreate(blueprint, keySize: 1 + key.utf8.count) else { return nil }
    let template = NodeBlueprint(id: blueprint.id, component: "fragment", children: blueprint.children)
    let copy = TreeNode(
      template, as: .fragment, suffix: "\(suffix):\(key)", in: self, outer: scope, context: context)
    let names = itemNames
    context.addState(names.item, item, size: item.measured.size, to: copy.scope)
    copy.scope.addState(names.index, .integer(Int64(index)))
    copies[key] = copy
    copy.start()
    return copy
  }

  /// Replaces the item of a copy. Returns whether the new item differs from the old one.
  private func takeItem(_ item: JSONValue, _ index: Int, names: (item: String, index: String)) -> Bool {
    var hasChanged = false
    if let cell = scope.ownState(names.item), cell.value != item {
      hasChanged = true
      context.setState(cell, item, in: scope)
    }
    if let cell = scope.ownState(names.index) { context.nimbus.updates.set(cell, .integer(Int64(index))) }
    return hasChanged
  }
}
