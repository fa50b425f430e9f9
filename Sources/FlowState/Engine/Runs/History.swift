/// The visits of a run that goes back or undoes its visits, in the order in which they began.
///
/// Confined to the queue of the run. A run can go back only to visits in its first lane. Visits in lanes that a step opened
/// are taken back together with that step.
@usableFromInline
final class History {
  struct Entry {
    let step: AnyFlowStep
    let visit: StepVisit
    let place: FlowPlace
    /// The number of changes before the visit; see ``ChangeLog/mark``.
    let mark: Int

    var isPlaceToReturn: Bool { place.lane == 0 }
  }

  /// The effect of going back.
  enum Way {
    /// Takes these visits back, from the first to the last, and goes to the last one.
    case to(taken: [Entry])
    /// Takes all these visits back and goes past the first visit of the run.
    case pastTheFirst(taken: [Entry])
  }

  typealias Target = ReturnTarget
  typealias Changes = ChangeLog<AnyFlowStep, StepVisit>

  /// Whether the run can go back. Otherwise it only undoes its visits.
  let isReversible: Bool
  /// The occasions on which the run undoes its visits.
  let occasions: UndoOccasions
  /// The changes of the run's context, and of the content of its steps, during the visits.
  private var changes = Changes()
  /// The visits. Those before `oldest` are forgotten and will be released.
  private var entries: [Entry] = []
  /// The index of the oldest visit that the run can go back to.
  private var oldest = 0
  /// The index of the latest visit in the first lane.
  private var latestPlace: Int?
  /// The number of visits in the first lane from `oldest` on.
  private var returnPlaces = 0
  /// Whether a visit was a stop, also one that is forgotten or taken back.
  private var hasMetStop = false
  /// The number of visits in the first lane with a final step that has completed.
  private var finals = 0
  /// The latest final step whose visit is forgotten.
  private var forgottenFinal: String?
  /// The number of earlier visits in the first lane to keep, without the current one.
  private let limit: Int

  /// Creates the history of a run.
  ///
  /// - Parameters:
  ///   - limit: The number of visits to keep; nil if the run can't go back, and keeps all to undo them.
  ///   - occasions: The occasions on which the run undoes its visits.
  init(limit: Int?, occasions: UndoOccasions) {
    self.limit = limit ?? .max - 1
    isReversible = limit != nil
    self.occasions = occasions
  }

  /// Records the start of a step.
  func record(_ step: AnyFlowStep, at place: FlowPlace) {
    var entry = Entry(step: step, visit: step.makeVisit(), place: place, mark: changes.mark)
    if let latest = latest(like: entry), entries[latest].step === step, !entries[latest].visit.isCompleted {
      // The step is tried again, or the run has gone back to it. This isn't a new place.
      entry = Entry(step: step, visit: entry.visit, place: place, mark: entries[latest].mark)
      count(entries[latest], -1)
      entry.visit.takeOver(entries[latest].visit, of: step, at: entries[latest].place)
      count(entry, 1)
      entries[latest] = entry
    } else {
      append(entry)
      if entry.isPlaceToReturn { changes.visitBegan() } else { forgetChildren() }
    }
    step.visit = entry.visit
  }

  /// Records that the current visit in the first lane, or work inside it, shows something to a person.
  func noteStop() {
    guard let latestPlace else { return }
    entries[latestPlace].visit.isStop = true
    hasMetStop = true
  }

  /// Records that the current visit in the first lane, or work inside it, has completed a final step.
  func noteFinal(_ step: String) {
    guard let latestPlace else { return }
    if entries[latestPlace].visit.finalStep == nil { finals += 1 }
    entries[latestPlace].visit.finalStep = step
  }

  /// Records that a value of the context changes.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - old: The value before the change; nil if there was none.
  func noteChange(of key: any FlowContextKey.Type, from old: Any?) {
    // Before the first visit, there is nothing to go back to.
    if !entries.isEmpty, !key.survivesGoingBack { changes.note(key, old: old) }
  }

  /// Records that the content of a step is about to change.
  func noteContentChange(of step: AnyFlowStep) {
    // As above.
    if !entries.isEmpty { changes.note(step, old: step.makeVisit()) }
  }

  /// Removes the changes since a visit and returns them, newest first.
  func takeBackChanges(since mark: Int) -> [Changes.Change] { changes.takeBack(to: mark) }

  /// The names of the steps that the run can go back to, latest first.
  var names: [String] { places.dropFirst().map { entries[$0].step.identifier } }

  /// Returns an error if the run can't go back to a target; nil if it can. Going back past the first visit ends the run.
  func refusal(to target: Target, of run: FlowRunID) -> FlowHistoryError? {
    let index = earlierPlace(target)
    switch target {
    case .step(let identifier) where index == nil: return .unknownStep(identifier, run: run, known: names)
    case .stops(let count) where index == nil:
      return .tooFewStops(count, run: run, available: earlierStops.reduce(0) { sum, _ in sum + 1 })
    default: break
    }
    if index == nil, let forgottenFinal { return .finalStep(forgottenFinal, run: run) }
    guard finals > 0 else { return nil }
    let final = entries[(index ?? oldest)...].last { $0.isPlaceToReturn && $0.visit.finalStep != nil }
    return (final?.visit.finalStep).map { .finalStep($0, run: run) }
  }

  /// Whether going back to a target leads past the first visit.
  func endsRun(goingBackTo target: Target) -> Bool { earlierPlace(target) == nil }

  /// Returns the visits that going back to a target would take back; nil for the target if the run would end.
  func wayBack(to target: Target) -> FlowWayBack {
    let index = earlierPlace(target)
    let taken = entries[(index ?? oldest)...].reversed()
    return FlowWayBack(
      target: index.map { entries[$0].step.identifier },
      steps: taken.filter(\.isPlaceToReturn).map(\.step.identifier),
      undone: occasions.contains(.onBack) ? taken.filter { $0.visit.canUndo($0.step) }.map(\.step.identifier) : [])
  }

  /// Removes the current visit and the earlier ones, back to the target. There must be no ``refusal(to:of:)``.
  func goBack(to target: Target) -> Way {
    guard let index = earlierPlace(target) else {
      return .pastTheFirst(taken: take(from: oldest))
    }
    let taken = take(from: index)
    if let target = taken.last {
      // The target is the current visit from now on, even if the run goes back further before the step has started.
      append(Entry(step: target.step, visit: StepVisit(), place: target.place, mark: target.mark))
    }
    return .to(taken: taken)
  }

  /// Whether there is a visit that can be undone because of how the run has ended.
  func undoes(after ending: FlowOutcome<Never>) -> Bool {
    switch ending {
    case .completed: false
    case .failed: occasions.contains(.onFailure) && !entries.isEmpty
    case .cancelled: occasions.contains(.onCancel) && !entries.isEmpty
    }
  }

  /// Removes all visits to undo them, latest first. Those that are forgotten aren't undone.
  func takeAll() -> [Entry] { take(from: oldest) }

  /// Releases all visits.
  func clear() {
    _ = take(from: oldest)
    remove(0..<entries.count)
    oldest = 0
    changes = Changes()
  }

  /// The current and the earlier visits in the first lane, latest first.
  private var places: some Sequence<Int> {
    (oldest..<entries.count).reversed().lazy.filter { [entries] in entries[$0].isPlaceToReturn }
  }

  /// Returns the earlier visit that a target means. Searches no further than necessary, because a history can be long.
  private func earlierPlace(_ target: Target) -> Int? {
    switch target {
    case .previous: return earlierStops.first { _ in true }
    case .step(let identifier):
      return places.dropFirst().first { entries[$0].step.identifier == identifier }
    case .stops(let count): return count > 0 ? earlierStops.dropFirst(count - 1).first { _ in true } : nil
    case .beforeTheFirst: return nil
    }
  }

  /// The earlier visits that are stops, latest first; all earlier visits of a run without stops.
  private var earlierStops: some Sequence<Int> {
    places.dropFirst().lazy.filter { [entries, hasMetStop] in !hasMetStop || entries[$0].visit.isStop }
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
    count(entry, 1)
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
    for entry in entries[range] {
      if entry.step.visit === entry.visit { entry.step.visit = nil }
      if range.upperBound > oldest { count(entry, -1) }
    }
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

  /// Counts a visit in the first lane that is added, or not counted any more.
  private func count(_ entry: Entry, _ change: Int) {
    guard entry.isPlaceToReturn else { return }
    if entry.visit.finalStep != nil { finals += change }
  }

  /// Moves on to the second oldest visit in the first lane. Forgotten visits are released together, because removing them one
  /// by one from the start would move all others each time.
  private func forgetOldest() {
    if let final = entries[oldest].visit.finalStep { forgottenFinal = final }
    count(entries[oldest], -1)
    repeat { oldest += 1 } while !entries[oldest].isPlaceToReturn
    returnPlaces -= 1
    guard oldest >= entries.count - oldest else { return }
    changes.forget(before: entries[oldest].mark)
    remove(0..<oldest)
    latestPlace = latestPlace.map { $0 - oldest }
    oldest = 0
  }
}
