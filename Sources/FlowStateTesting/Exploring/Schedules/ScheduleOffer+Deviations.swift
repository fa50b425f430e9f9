/// The alternatives to the plain pick, in a fixed order.
///
/// While work of a step executes, another thread can do anything: answer any step, call any timer, cancel, complete any
/// handler, or execute a run on another queue. All of it is offered twice: as the work begins, and as it ends.
///
/// The closures of a run need no offers of their own. The run doesn't look for messages between the closure of a
/// message and the start of the next step. Therefore, a message that arrives in the closure has the same effect as one
/// that arrives as that step begins, or, if none begins, after the delivery. A closure of a step whose work was done at
/// once comes before the run looks for messages, so events that only the closure registers are offered after it, too. Timers
/// of the closure aren't, because a choice names a timer by its place among those that wait.
extension ScheduleOffer {
  /// The numbers of deviations.
  struct DeviationCounts: Equatable {
    /// The deviations that count as one deviation.
    var single = 0
    /// The deviations during the start of a step that aren't about this step, which count as two. They come after the
    /// others, because there are many, and few faults need them.
    var double = 0
    /// The number of the last of them, which only answer other steps.
    var answers = 0

    var total: Int { single + double }
  }

  var deviationCounts: DeviationCounts {
    var counts = DeviationCounts()
    for part in parts {
      if part.isDouble { counts.double += part.count } else { counts.single += part.count }
      if part.kind == .answers { counts.answers += part.count }
    }
    return counts
  }

  /// Returns the deviation at a position, counted from 0.
  func deviation(_ place: Int) -> Pick? {
    var place = place
    for part in parts {
      if place < part.count { return pick(place, in: part) }
      place -= part.count
    }
    return nil
  }

  /// All deviations.
  var deviations: [Pick] { (0..<deviationCounts.total).compactMap { deviation($0) } }

  /// A part of the deviations.
  private struct Part {
    enum Kind { case queues, ways, ownAnswer, others, answers, timers, runTimers, programTimers, runs, optionalWays }

    let kind: Kind
    let count: Int
    var isDouble = false
    /// The position of the plain pick, which isn't a deviation.
    var plain: Int?
  }

  private var parts: [Part] {
    guard let moment else { return partsBetween }
    if moment.isAtEnd {
      // Events that only answer another step were offered as the work began. Since then, only messages of the work
      // itself can have arrived. The run looks for messages next, and such an answer can arrive there.
      return [
        Part(kind: .others, count: count(of: .others), isDouble: true),
        Part(kind: .timers, count: timers.count { $0.number > lastOffered.timer }, isDouble: true),
        Part(kind: .queues, count: queues.count, isDouble: true),
      ]
    }
    let ofRuns = timers.count { $0.isOfRun }
    return [
      Part(kind: .ownAnswer, count: ownEvent.flatMap { events[$0]?.wayCount } ?? 0),
      Part(kind: .runTimers, count: ofRuns), Part(kind: .runs, count: runs.count),
      Part(kind: .others, count: count(of: .others), isDouble: true),
      Part(kind: .programTimers, count: timers.count - ofRuns, isDouble: true),
      Part(kind: .queues, count: queues.count, isDouble: true),
      Part(kind: .answers, count: count(of: .answers), isDouble: true),
    ]
  }

  /// The parts of the deviations while no code of a run executes.
  private var partsBetween: [Part] {
    guard let plain = plainPick else {
      // If nothing else is left, a cancellation must not end a run that hangs.
      return [Part(kind: .optionalWays, count: optionalWays.count)]
    }
    func part(_ kind: Part.Kind, _ count: Int, _ plain: Int?) -> Part {
      Part(kind: kind, count: plain == nil ? count : count - 1, plain: plain)
    }
    var queue: Int?
    var way: Int?
    var timer: Int?
    var run: Int?
    switch plain {
    case .deliver: queue = 0
    case .event(let id, let plain): way = events.count(of: .ways, before: id) + plain
    case .timer(let position): timer = position
    case .cancel(let number): run = runs.firstIndex(of: number)
    case .proceed: break
    }
    return [
      part(.queues, queues.count, queue), part(.ways, events.count(of: .ways), way), part(.timers, timers.count, timer),
      part(.runs, runs.count, run),
    ]
  }

  /// Returns the number of ways of events that aren't the step's own answer and weren't offered before.
  private func count(of kind: PendingEvents.Kind) -> Int {
    events.count(of: kind, after: lastOffered.event) - own(kind)
  }

  /// Returns the number of ways of the step's own answer.
  private func own(_ kind: PendingEvents.Kind) -> Int {
    guard let ownEvent, ownEvent > lastOffered.event, let own = events[ownEvent] else { return 0 }
    return own.isAnswer == (kind == .answers) ? own.wayCount : 0
  }

  private var optionalWays: [Pick] {
    events.all.filter(\.isOptional).flatMap { event in
      (0..<event.wayCount).map { .event(id: event.id, way: $0) }
    }
  }

  private func pick(_ place: Int, in part: Part) -> Pick {
    let place = part.plain.map { place < $0 ? place : place + 1 } ?? place
    switch part.kind {
    case .queues: return .deliver(queues[place])
    case .runs: return .cancel(runs[place])
    case .ownAnswer: return .event(id: ownEvent ?? 0, way: place)
    case .optionalWays: return optionalWays[place]
    case .timers where moment == nil: return .timer(place)
    case .timers: return timer(place) { $0.number > lastOffered.timer }
    case .runTimers: return timer(place) { $0.isOfRun }
    case .programTimers: return timer(place) { !$0.isOfRun }
    case .ways: return event(place, of: .ways)
    case .others: return event(place, of: .others)
    case .answers: return event(place, of: .answers)
    }
  }

  private func timer(_ place: Int, where isCounted: (StageTimers.Timer) -> Bool) -> Pick {
    .timer(timers.indices.filter { isCounted(timers[$0]) }[place])
  }

  private func event(_ place: Int, of kind: PendingEvents.Kind) -> Pick {
    guard moment != nil else {
      let (id, way) = events.find(place, of: kind)
      return .event(id: id, way: way)
    }
    var place = place + events.count(of: kind, before: lastOffered.event + 1)
    if let ownEvent, own(kind) > 0, place >= events.count(of: kind, before: ownEvent) { place += own(kind) }
    let (id, way) = events.find(place, of: kind)
    return .event(id: id, way: way)
  }
}
