/// The changes of a reversible run's context, so that going back can restore the values of an earlier visit.
///
/// A visit holds no copy of the values. The log keeps the old value of each key that a visit has changed, once for each visit.
struct ContextLog {
  struct Change {
    let key: any FlowContextKey.Type
    /// The value before the change; nil if there was none.
    let old: Any?
  }

  private var changes: [Change] = []
  /// The number of changes that the log no longer keeps.
  private var forgotten = 0
  /// The keys that the current visit has changed.
  private var changed: Set<ObjectIdentifier> = []

  /// The number of changes so far. A visit remembers it to restore the values of its beginning.
  var mark: Int { forgotten + changes.count }

  mutating func visitBegan() {
    if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
  }

  mutating func note(_ key: any FlowContextKey.Type, old: Any?) {
    if changed.insert(ObjectIdentifier(key)).inserted { changes.append(Change(key: key, old: old)) }
  }

  /// Removes the changes since a mark and returns them, newest first.
  mutating func takeBack(to mark: Int) -> [Change] {
    changed.removeAll(keepingCapacity: true)
    let kept = max(mark - forgotten, 0)
    guard kept < changes.count else { return [] }
    let taken = Array(changes[kept...].reversed())
    changes.removeSubrange(kept...)
    return taken
  }

  /// Releases the changes before a mark, because the run can't go back that far.
  mutating func forget(before mark: Int) {
    let count = min(mark - forgotten, changes.count)
    guard count > 0 else { return }
    changes.removeSubrange(..<count)
    forgotten += count
  }
}
