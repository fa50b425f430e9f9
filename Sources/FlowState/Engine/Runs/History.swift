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
  private var context = ContextLog()
  /// The visits. Those before `oldest` are forgotten and will be released.
  private var entries: [Entry] = []
  /// The index of the oldest visit that the run can go back to.
  private var oldest = 0
  /// The index of the latest visit in the first lane.
  private var latestPlace: Int?
  /// The number of visits in the first lane from `oldest` on.
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
      append(entry)
      if entry.isPlaceToReturn { context.visitBegan() } else { forgetChildren() }
    }
    step.visit = entry.visit
  }

  /// Records that a value of the context changes.
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
    guard let index = earlierPlace(named: identifier) else {
      return .pastTheFirst(taken: take(from: oldest))
    }
    let taken = take(from: index)
    if let target = taken.last {
      // The target is the current visit from now on, even if the run goes back further before the step has started.
      append(Entry(step: target.step, visit: StepVisit(), place: target.place, contextMark: target.contextMark))
    }
    return .to(taken: taken)
  }

  /// Releases all visits.
  func clear() {
    _ = take(from: oldest)
    remove(0..<entries.count)
    oldest = 0
    context = ContextLog()
  }

  /// The current and the earlier visits in the first lane, latest first.
  private var places: some Sequence<Int> {
    (oldest..<entries.count).reversed().lazy.filter { [entries] in entries[$0].isPlaceToReturn }
  }

  /// Returns the latest visit before the current one, or the latest earlier visit of a step with this name. Searches no
  /// further than necessary, because a history can be long.
  private func earlierPlace(named identifier: String?) -> Int? {
    guard let latestPlace else { return nil }
    return (oldest..<latestPlace).last { index in
      entries[index].isPlaceToReturn && (identifier == nil || entries[index].step.identifier == identifier)
    }
  }

  /// Returns the latest visit in the same lane. For a child, only if it is the latest of all visits.
  private func latest(like entry: Entry) -> Int? {
    if entry.isPlaceToReturn { return latestPlace }
    guard let last = entries.last, last.place.lane == entry.place.lane else { return nil }
    return entries.count - 1
  }

  private func append(_ entry: Entry) {
    entries.append(entry)
    guard entry.isPlaceToReturn else { return }
    latestPlace = entries.count - 1
    returnPlaces += 1
    if returnPlaces - 1 > limit { forgetOldest() }
  }

  private func take(from index: Int) -> [Entry] {
    let taken = Array(entries[index...].reversed())
    remove(index..<entries.count)
    returnPlaces -= taken.count { $0.isPlaceToReturn }
    if let latestPlace, latestPlace >= index { self.latestPlace = nil }
    return taken
  }

  /// Releases visits, also in their steps.
  private func remove(_ range: Range<Int>) {
    for entry in entries[range] where entry.step.visit === entry.visit { entry.step.visit = nil }
    entries.removeSubrange(range)
  }

  /// Removes the oldest visits inside the current step if there are too many. A step that hosts others for a long time must
  /// not make a limited history grow.
  private func forgetChildren() {
    let kept = max(limit, 64)
    let first = latestPlace.map { $0 + 1 } ?? oldest
    let surplus = entries.count - first - kept
    guard surplus > kept / 2 else { return }
    remove(first..<first + surplus)
  }

  /// Moves on to the second oldest visit in the first lane. Forgotten visits are released together, because removing them one
  /// by one from the start would move all others each time.
  private func forgetOldest() {
    repeat { oldest += 1 } while !entries[oldest].isPlaceToReturn
    returnPlaces -= 1
    guard oldest >= entries.count - oldest else { return }
    context.forget(before: entries[oldest].contextMark)
    remove(0..<oldest)
    latestPlace = latestPlace.map { $0 - oldest }
    oldest = 0
  }
}
