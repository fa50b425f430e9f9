/// The visits of a reversible run, in the order in which they began.
///
/// Confined to the queue of the run. A run can go back only to visits in its first lane. Visits in lanes that a step opened
/// are taken back together with that step.
@usableFromInline
final class History {
  struct Entry {
    let step: AnyFlowStep
    let visit: StepVisit
    let place: FlowPlace
    /// The changes of the context before the visit; see ``ContextLog/mark``.
    let contextMark: Int

    var isPlaceToReturn: Bool { place.lane == 0 }
  }

  /// The effect of going back.
  enum Way {
    /// Takes these visits back, from the first to the last, and goes to the last one.
    case to(taken: [Entry])
    /// Takes all these visits back and goes past the first visit of the run.
    case pastTheFirst(taken: [Entry])
  }

  /// The changes of the run's context during the visits.
  private(set) var context = ContextLog()
  private var entries: [Entry] = []
  private var returnPlaces = 0
  /// The number of earlier visits in the first lane to keep, without the current one.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Records the start of a step.
  func record(_ step: AnyFlowStep, at place: FlowPlace) {
    var entry = Entry(step: step, visit: step.makeVisit(), place: place, contextMark: context.mark)
    if let latest = latest(like: entry), entries[latest].step === step, !entries[latest].visit.isCompleted {
      // The step is tried again, or the run has gone back to it. This isn't a new place.
      entry = Entry(step: step, visit: entry.visit, place: place, contextMark: entries[latest].contextMark)
      entries[latest] = entry
    } else {
      entries.append(entry)
      if entry.isPlaceToReturn {
        returnPlaces += 1
        context.visitBegan()
      } else {
        forgetChildren()
      }
    }
    step.visit = entry.visit
    if returnPlaces / 2 > limit { forget() }
  }

  /// Records that a value of the context is about to change, or has just changed.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - old: The value before the change; nil if there was none.
  func noteChange(of key: any FlowContextKey.Type, from old: Any?) {
    // Before the first visit, there is nothing to go back to.
    if !entries.isEmpty, !key.survivesGoingBack { context.note(key, old: old) }
  }

  /// Removes the changes of the context since a visit and returns them, newest first.
  func takeBackChanges(since mark: Int) -> [ContextLog.Change] { context.takeBack(to: mark) }

  /// Whether the run can go back to a step with this name.
  func canGoBack(to identifier: String) -> Bool { earlierPlace(named: identifier) != nil }

  /// The names of the steps that the run can go back to, latest first.
  var names: [String] { places.dropFirst().map { entries[$0].step.identifier } }

  /// Removes the current visit and the earlier ones, back to the target.
  ///
  /// The target is the latest earlier visit of the step with this name, which must be in ``names``. If the name is nil, it is
  /// the previous step.
  func goBack(to identifier: String?) -> Way {
    if returnPlaces > limit + 1 { forget() }
    guard let index = earlierPlace(named: identifier) else {
      return .pastTheFirst(taken: take(from: 0))
    }
    let taken = take(from: index)
    if let target = taken.last {
      // The target is the current visit from now on, even if the run goes back further before the step has started.
      entries.append(
        Entry(step: target.step, visit: StepVisit(), place: target.place, contextMark: target.contextMark))
      returnPlaces += 1
    }
    return .to(taken: taken)
  }

  /// Releases all visits.
  func clear() {
    _ = take(from: 0)
    context = ContextLog()
  }

  /// The current and the earlier visits in the first lane, latest first.
  private var places: some Sequence<Int> {
    entries.indices.reversed().lazy.filter { [entries] in entries[$0].isPlaceToReturn }.prefix(limit + 1)
  }

  /// Returns the latest visit before the current one, or the latest earlier visit of a step with this name. Searches no
  /// further than necessary, because a history can be long.
  private func earlierPlace(named identifier: String?) -> Int? {
    var passed = 0
    for index in entries.indices.reversed() where entries[index].isPlaceToReturn {
      passed += 1
      if passed > limit + 1 { return nil }
      if passed > 1, identifier == nil || entries[index].step.identifier == identifier { return index }
    }
    return nil
  }

  /// Returns the latest visit in the same lane. For a child, only if it is the latest of all visits.
  private func latest(like entry: Entry) -> Int? {
    if entry.isPlaceToReturn { return entries.lastIndex { $0.isPlaceToReturn } }
    guard let last = entries.last, last.place.lane == entry.place.lane else { return nil }
    return entries.count - 1
  }

  private func take(from index: Int) -> [Entry] {
    let taken = Array(entries[index...].reversed())
    drop(index..<entries.count)
    return taken
  }

  /// Releases visits, also in their steps.
  private func drop(_ range: Range<Int>) {
    for entry in entries[range] {
      if entry.isPlaceToReturn { returnPlaces -= 1 }
      if entry.step.visit === entry.visit { entry.step.visit = nil }
    }
    entries.removeSubrange(range)
  }

  /// Removes the oldest visits inside the current step if there are too many. A step that hosts others for a long time must
  /// not make a limited history grow.
  private func forgetChildren() {
    let kept = max(limit, 64)
    guard kept < Int.max / 2, entries.count > 2 * kept else { return }
    let first = (entries.lastIndex { $0.isPlaceToReturn } ?? -1) + 1
    let surplus = entries.count - first - kept
    guard surplus > kept / 2 else { return }
    drop(first..<first + surplus)
  }

  /// Removes visits that are too old to go back to.
  private func forget() {
    guard let oldest = Array(places).last else { return }
    drop(0..<oldest)
    if let first = entries.first { context.forget(before: first.contextMark) }
  }
}
