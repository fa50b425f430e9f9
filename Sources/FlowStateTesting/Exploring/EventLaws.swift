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
    var openVisits: [(place: FlowPlace, step: String, wrapper: FlowOperator?)] = []
  }

  private struct ReportCount {
    let step: String
    var made = 0
    var told = 0
  }

  /// The first violation of a law.
  private(set) var violation: ScheduleViolation?

  private var runs: [RunState] = []
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
    runs.contains { run in run.openVisits.contains { $0.step == step && $0.wrapper == nil } }
  }

  /// The names of the steps that have begun and not settled, without operators.
  var openSteps: [String] {
    runs.flatMap { run in run.openVisits.filter { $0.wrapper == nil }.map(\.step) }
  }

  mutating func receive(_ event: FlowEvent) {
    guard violation == nil else { return }
    let index = index(of: event)
    if index == runs.endIndex {
      let number = runs.count { $0.id.flow == event.run.flow } + 1
      runs.append(RunState(id: event.run, name: FlowRunID(flow: event.run.flow, number: number)))
    }
    if let sentence = runs[index].receive(event) {
      violation = ScheduleViolation(
        .settlement, sentence, at: FlowRecorder.line(for: event.at(FlowPlace(run: runs[index].name, lane: 0, visit: 0)))
      )
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
  private func index(of event: FlowEvent) -> Int {
    let candidates = runs.indices.filter { runs[$0].id == event.run }
    guard let first = candidates.first else { return runs.endIndex }
    if event.sequence == 1 { return runs.endIndex }
    guard candidates.count > 1 else { return first }
    return candidates.first { candidate in
      var run = runs[candidate]
      return run.receive(event) == nil
    } ?? first
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
    case .stepBegan: openVisits.append((event.place, event.step ?? "", event.wrapper))
    case .stepCompleted, .stepFailed, .stepTimedOut, .stepAbandoned, .stepCancelled:
      guard
        let index = openVisits.firstIndex(where: {
          $0.place.visit == event.place.visit && $0.place.lane == event.place.lane && $0.step == event.step
            && $0.wrapper == event.wrapper
        })
      else { return wrong(event, "settles a visit that is not open") }
      openVisits.remove(at: index)
    case .runSetAside:
      // The step that was under way hasn't ended.
      hasEnded = true
    case .runEnded(let ending):
      hasEnded = true
      if let open = openVisits.first { return wrong(event, "was reported while step '\(open.step)' had not settled") }
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
