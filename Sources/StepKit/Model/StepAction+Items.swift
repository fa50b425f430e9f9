// A group can have a hundred thousand items. A tick doesn't copy them, and doesn't look at the others.

extension StepAction {
  /// Gives a group a copy of its items that nobody else holds, so that not even the first tick copies them.
  ///
  /// - Returns: The number of items that are not ticked. Zero for other actions.
  mutating func prepareItems() -> Int {
    guard case .checkBoxGroup(let items) = self else { return 0 }
    self = .checkBoxGroup(items: items.map { $0 })
    return items.count { $0.completed != true }
  }

  /// Returns the reason why a group has no such item to tick. Nil if it has one.
  func refusal(ofItem item: Int) -> StepRefusal.Reason? {
    guard case .checkBoxGroup(let items) = self else { return nil }
    guard items.indices.contains(item) else { return .noSuchItem(item, count: items.count) }
    return items[item].completed == true ? .ticked(item: item) : nil
  }

  /// Ticks an item of a group.
  mutating func tick(_ item: Int) {
    guard case .checkBoxGroup(var items) = self else { return }
    // While the action refers to the items as well, a change would copy them.
    self = .checkBoxGroup(items: [])
    items[item].completed = true
    self = .checkBoxGroup(items: items)
  }
}
