import FlowState

/// Checks the laws that hold for the events of every run, event by event:
///
/// - Each visit that begins settles exactly once, before its run ends.
/// - After the end of a run, only extra completions are reported.
/// - The sequence numbers of events have no gaps.
/// - Each report to a step appears in an event, as the settlement of the step or as an extra completion.
struct EventLaws {
  fileprivate struct RunState {
    let id: FlowRunID
    /// The run with its number in this schedule, so that messages don't depend on earlier runs.
    let name: FlowRunID
    var events = 0
    var hasBegun = false
    var hasEnded = false
    /// The visits that have begun and not settled, by their numbers.
    var openVisits: [Int: OpenVisit] = [:]

    /// The open visits in the order in which they began.
    var openInOrder: [OpenVisit] { openVisits.sorted { $0.key < $1.key }.map(\.value) }
  }

  fileprivate struct OpenVisit: Equatable {
    let lane: Int
    let step: String?
    let wrapper: FlowOperator?
  }

  private struct ReportCount {
    let step: String
    var made = 0
    var told = 0
  }

  /// The first violation of a law.
  private(set) var violation: ScheduleViolation?

  private var runs: [RunState] = []
  /// The indices of the runs that have not ended, by their names, and of those that have.
  private var going: [FlowRunID: [Int]] = [:]
  private var over: [FlowRunID: [Int]] = [:]
  /// The index of the run of the latest event, if no other run has its name.
  private var latest: Int?
  /// The number of runs of each flow.
  private var runCounts: [String: Int] = [:]
  private var reports: [ReportCount] = []

  /// Requires an event for each further report to the steps of this name.
  mutating func watchReports(to step: String) {
    if !reports.contains(where: { $0.step == step }) { reports.append(ReportCount(step: step)) }
  }

  /// Counts a report to a watched step.
  mutating func reportMade(to step: String) {
    if let index = reports.firstIndex(where: { $0.step == step }) { reports[index].made += 1 }
  }

  /// Returns whether a step of this name has begun and not settled.
  func isOpen(_ step: String) -> Bool {
    runs.contains { run in run.openVisits.values.contains { $0.step == step && $0.wrapper == nil } }
  }

  /// The names of the steps that have begun and not settled, without operators.
  var openSteps: [String] {
    runs.flatMap { run in run.openInOrder.filter { $0.wrapper == nil }.compactMap(\.step) }
  }

  mutating func receive(_ event: FlowEvent) {
    guard violation == nil else { return }
    let index = index(of: event)
    if index == runs.endIndex {
      runCounts[event.run.flow, default: 0] += 1
      let number = runCounts[event.run.flow] ?? 1
      runs.append(RunState(id: event.run, name: FlowRunID(flow: event.run.flow, number: number)))
      going[event.run, default: []].append(index)
    }
    let wasOver = runs[index].hasEnded
    if let sentence = runs[index].receive(event) {
      violation = ScheduleViolation(
        .settlement, sentence, at: FlowRecorder.line(for: event.at(FlowPlace(run: runs[index].name, lane: 0, visit: 0)))
      )
    }
    if !wasOver, runs[index].hasEnded {
      going[event.run]?.removeAll { $0 == index }
      over[event.run, default: []].append(index)
    }
    if event.wrapper == nil, event.kind.tellsOfReport, let step = event.step,
      let count = reports.firstIndex(where: { $0.step == step })
    {
      reports[count].told += 1
    }
  }

  /// Returns the index of an event's run.
  ///
  /// Two flows can have one name, so two runs can have one number. The event is that of the run into which it fits.
  private mutating func index(of event: FlowEvent) -> Int {
    if event.sequence == 1 {
      latest = nil
      return runs.endIndex
    }
    if let latest, runs[latest].id == event.run { return latest }
    let going = going[event.run] ?? []
    let over = over[event.run] ?? []
    if going.count + over.count == 1 {
      latest = going.first ?? over[0]
      return going.first ?? over[0]
    }
    return going.first { fits(event, into: $0) } ?? over.last { fits(event, into: $0) }
      ?? going.first ?? over.first ?? runs.endIndex
  }

  private func fits(_ event: FlowEvent, into index: Int) -> Bool {
    guard runs[index].events + 1 == event.sequence else { return false }
    var run = runs[index]
    return run.receive(event) == nil
  }

  /// Checks the laws that apply when nothing more can happen.
  mutating func finish() {
    guard violation == nil else { return }
    if let run = runs.first(where: { !$0.hasEnded }) {
      violation = ScheduleViolation(
        .settlement, "Run \(run.name) began, but its end was not reported.", at: run.id.flow)
    } else if let count = reports.first(where: { $0.made != $0.told }) {
      violation = ScheduleViolation(
        .reports, "Answers to step '\(count.step)': \(count.made) were given, \(count.told) were reported.",
        at: count.step)
    }
  }
}

extension EventLaws.RunState {
  /// Records an event, and returns what is wrong with it, if anything.
  fileprivate mutating func receive(_ event: FlowEvent) -> String? {
    events += 1
    if event.sequence != events { return wrong(event, "is number \(event.sequence) and should be number \(events)") }
    switch event.kind {
    case .extraCompletionIgnored: return nil
    case _ where hasEnded: return wrong(event, "was reported after the run's end")
    case .runBegan, .runResumed:
      if hasBegun { return wrong(event, "was reported twice") }
      hasBegun = true
    case .stepBegan:
      let visit = EventLaws.OpenVisit(lane: event.place.lane, step: event.step, wrapper: event.wrapper)
      if openVisits.updateValue(visit, forKey: event.place.visit) != nil {
        return wrong(event, "begins a visit that is open")
      }
    case .stepCompleted, .stepFailed, .stepTimedOut, .stepAbandoned, .stepCancelled:
      let visit = EventLaws.OpenVisit(lane: event.place.lane, step: event.step, wrapper: event.wrapper)
      guard openVisits[event.place.visit] == visit else { return wrong(event, "settles a visit that is not open") }
      openVisits[event.place.visit] = nil
    case .runSetAside:
      // The step that was under way hasn't ended.
      hasEnded = true
    case .runEnded(let ending):
      hasEnded = true
      if let open = openInOrder.first {
        return wrong(event, "was reported while step '\(open.step ?? "")' had not settled")
      }
      // A run that is cancelled before its first turn never begins.
      if case .cancelled = ending { return nil }
      if !hasBegun { return wrong(event, "was reported for a run that has not begun") }
    case .contentSet, .contextSet, .contextRestored, .variantExposed, .stepDelayed, .stepUndone, .wentBack, .rested:
      break
    }
    return nil
  }

  private func wrong(_ event: FlowEvent, _ what: String) -> String {
    let place = FlowPlace(run: name, lane: event.place.lane, visit: event.place.visit)
    return "'\(FlowRecorder.line(for: event.at(place)))' (\(place)) \(what)."
  }
}

extension FlowEvent {
  /// Returns the event at another place.
  fileprivate func at(_ place: FlowPlace) -> FlowEvent {
    FlowEvent(sequence: sequence, time: time, step: step, wrapper: wrapper, place: place, kind: kind)
  }
}

extension FlowEvent.Kind {
  /// A Boolean value that indicates whether the event shows what became of a handler's report.
  fileprivate var tellsOfReport: Bool {
    switch self {
    case .stepCompleted, .extraCompletionIgnored: true
    case .stepFailed(let error): error.cause != nil
    default: false
    }
  }
}
