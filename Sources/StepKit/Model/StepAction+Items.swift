// A group can have a hundred thousand items. A tick neither copies nor searches them.

extension StepAction {
  /// Copies the items of a group, so that the action holds the only reference to them and a tick does not copy them.
  ///
  /// - Returns: The number of items that are not ticked. Zero for other actions.
  mutating func prepareItems() -> Int {
    guard case .checkBoxGroup(let items) = self else { return 0 }
    self = .checkBoxGroup(items: items.map { $0 })
    return items.count { $0.completed != true }
  }

  /// Returns the reason why an item of a group cannot be ticked. Nil if it can, or if the action is not a group.
  func refusal(ofItem item: Int) -> StepRefusal.Reason? {
    guard case .checkBoxGroup(let items) = self else { return nil }
    guard items.indices.contains(item) else { return .noSuchItem(item, count: items.count) }
    return items[item].completed == true ? .ticked(item: item) : nil
  }

  /// Ticks an item of a group.
  mutating func tick(_ item: Int) {
    guard case .checkBoxGroup(var items) = self else { return }
    // With a second reference to the items, the change would copy them.
    self = .checkBoxGroup(items: [])
    items[item].completed = true
    self = .checkBoxGroup(items: items)
  }
}
