/// The visits of a reversible run, in the order in which they began.
///
/// Confined to the queue of the run. Only the visits of the run's first lane are places to go back to; those of the lanes
/// that a step has opened are taken back together with that step.
@usableFromInline
final class History {
  struct Entry {
    let step: AnyFlowStep
    let visit: StepVisit
    let place: FlowPlace

    var isPlaceToReturn: Bool { place.lane == 0 }
  }

  /// Where a way back leads.
  enum Way {
    /// To the last visit of these; all of them are taken back, the first one first.
    case to(taken: [Entry])
    /// Past the first visit; all of these are taken back.
    case pastTheFirst(taken: [Entry])
  }

  private var entries: [Entry] = []
  private var returnPlaces = 0
  /// How many places to go back to are kept, the one where the run stands not counted.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes note of the start of a step.
  func record(_ step: AnyFlowStep, at place: FlowPlace) {
    let entry = Entry(step: step, visit: step.makeVisit(), place: place)
    if let latest = latest(like: entry), entries[latest].step === step, !entries[latest].visit.isCompleted {
      // The step is tried again, or it is the one that the run has gone back to; that is no other place.
      entries[latest] = entry
    } else {
      entries.append(entry)
      if entry.isPlaceToReturn { returnPlaces += 1 } else { forgetChildren() }
    }
    step.visit = entry.visit
    if returnPlaces / 2 > limit { forget() }
  }

  /// Whether the run can go back to a step of this name.
  func canGoBack(to identifier: String) -> Bool { earlierPlace(named: identifier) != nil }

  /// The names of the steps that the run can go back to, the latest first.
  var names: [String] { places.dropFirst().map { entries[$0].step.identifier } }

  /// Leaves the visit where the run stands, and those before it back to the one that is asked for.
  ///
  /// Leads to the step of this name, which must be one of ``names``, or without one to the step before.
  func goBack(to identifier: String?) -> Way {
    if returnPlaces > limit + 1 { forget() }
    guard let index = earlierPlace(named: identifier) else {
      return .pastTheFirst(taken: take(from: 0))
    }
    let taken = take(from: index)
    if let target = taken.last {
      // The run stands there from now on, also if it goes back further before the step has started.
      entries.append(Entry(step: target.step, visit: StepVisit(), place: target.place))
      returnPlaces += 1
    }
    return .to(taken: taken)
  }

  /// Lets go of everything.
  func clear() {
    _ = take(from: 0)
  }

  /// The places where the run stands and has been, the latest first.
  private var places: some Sequence<Int> {
    entries.indices.reversed().lazy.filter { [entries] in entries[$0].isPlaceToReturn }.prefix(limit + 1)
  }

  /// The latest place before the one where the run stands, or the latest of a step of this name. Looks no further than it has
  /// to, because a history can be very long.
  private func earlierPlace(named identifier: String?) -> Int? {
    var passed = 0
    for index in entries.indices.reversed() where entries[index].isPlaceToReturn {
      passed += 1
      if passed > limit + 1 { return nil }
      if passed > 1, identifier == nil || entries[index].step.identifier == identifier { return index }
    }
    return nil
  }

  /// Where the visit is that began last in the lane of this one; among children only if it is the last of all.
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

  /// Lets go of visits; their steps let go of what was kept of them.
  private func drop(_ range: Range<Int>) {
    for entry in entries[range] {
      if entry.isPlaceToReturn { returnPlaces -= 1 }
      if entry.step.visit === entry.visit { entry.step.visit = nil }
    }
    entries.removeSubrange(range)
  }

  /// Drops the oldest of very many visits inside the step where the run stands: a step that hosts others for a long time must
  /// not make a limited history grow.
  private func forgetChildren() {
    let kept = max(limit, 64)
    guard kept < Int.max / 2, entries.count > 2 * kept else { return }
    let first = (entries.lastIndex { $0.isPlaceToReturn } ?? -1) + 1
    let surplus = entries.count - first - kept
    guard surplus > kept / 2 else { return }
    drop(first..<first + surplus)
  }

  /// Drops the visits that are too old to be gone back to.
  private func forget() {
    guard let oldest = Array(places).last else { return }
    drop(0..<oldest)
  }
}
