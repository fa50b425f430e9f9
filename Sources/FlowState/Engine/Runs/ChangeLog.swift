/// The changes that the closures of a reversible run make, so that going back can take them back: of values in the context, and of the
/// content of steps.
///
/// A visit holds no copy of the values. The log keeps the old value of each key and step that a visit has changed, once for each visit.
struct ChangeLog<Step: AnyObject, Visit> {
  enum Change {
    /// The value of a key before the change; nil if there was none.
    case value(of: any FlowContextKey.Type, old: Any?)
    /// The content of a step before the change, as that of a visit.
    case content(of: Step, old: Visit)
  }

  /// The most keys and steps of one visit of which the log keeps the old value. A visit that hosts a loop, which makes its steps anew,
  /// would keep all of them.
  static var most: Int { 1_000 }

  /// The changes. Those before `oldest` are forgotten and will be removed.
  private var changes: [Change?] = []
  private var oldest = 0
  /// The number of changes that were removed because they are forgotten.
  private var removed = 0
  /// The keys and steps that the current visit has changed.
  private var changed: Set<ObjectIdentifier> = []

  /// The number of changes so far. A visit remembers it to restore the values of its beginning.
  var mark: Int { removed + changes.count }

  mutating func visitBegan() {
    if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
  }

  mutating func note(_ key: any FlowContextKey.Type, old: Any?) {
    if changed.insert(ObjectIdentifier(key)).inserted { changes.append(.value(of: key, old: old)) }
  }

  /// Records that the content of a step is about to change.
  mutating func note(_ step: Step, old: @autoclosure () -> Visit) {
    guard changed.count < Self.most else { return }
    if changed.insert(ObjectIdentifier(step)).inserted { changes.append(.content(of: step, old: old())) }
  }

  /// Removes the changes since a mark and returns them, newest first.
  mutating func takeBack(to mark: Int) -> [Change] {
    changed.removeAll(keepingCapacity: true)
    let kept = max(mark - removed, oldest)
    guard kept < changes.count else { return [] }
    let taken = changes[kept...].reversed().compactMap { $0 }
    changes.removeSubrange(kept...)
    return taken
  }

  /// Releases the changes before a mark, because the run can't go back that far. They are removed together, because removing
  /// them one by one from the start would move all others each time.
  mutating func forget(before mark: Int) {
    while oldest < mark - removed {
      changes[oldest] = nil
      oldest += 1
    }
    guard oldest > 0, oldest >= changes.count - oldest else { return }
    changes.removeSubrange(..<oldest)
    removed += oldest
    oldest = 0
  }
}
