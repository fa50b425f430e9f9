import FlowState

/// Checks the laws for the events of every run, event by event:
///
/// - Each visit that begins settles exactly once, before its run ends. Steps can change their names, so a visit is
///   identified by its lane and number.
/// - Nothing else settles, except a screen of a coordinator that reports again while its lane rests. This is a visit
///   without a beginning.
/// - After the end of a run, only extra completions are reported.
/// - The sequence numbers of events have no gaps.
/// - Each report to a step appears in an event, as the settlement of the step or as an extra completion.
struct EventLaws {
  private struct ReportCount {
    let step: String
    var made = 0
    var reported = 0
  }

  /// The first violation of a law.
  private(set) var violation: ScheduleViolation?

  private var runs: [RunState] = []
  /// The indices of the runs that haven't ended and of those that have, by their names.
  private var going: [FlowRunID: [Int]] = [:]
  private var over: [FlowRunID: [Int]] = [:]
  /// The index of the run of the latest event, if no other run has its name.
  private var latest: Int?
  /// The number of runs of each flow.
  private var runCounts: [String: Int] = [:]
  private var reports: [ReportCount] = []
  /// The indices of the counts, by the names of their steps.
  private var reportIndices: [String: Int] = [:]
  /// The numbers of visits that have begun but not settled, without operators, by the names of their steps.
  private var openCounts: [String: Int] = [:]

  /// Requires an event for each further report to the steps of this name.
  mutating func watchReports(to step: String) {
    guard reportIndices[step] == nil else { return }
    reportIndices[step] = reports.count
    reports.append(ReportCount(step: step))
  }

  /// Counts a report to a watched step.
  mutating func reportMade(to step: String) {
    if let index = reportIndices[step] { reports[index].made += 1 }
  }

  /// Records that a step was answered with a result of another type.
  mutating func answerRefused(_ error: FlowAnswerError) {
    if violation == nil { violation = ScheduleViolation(.answerType, error.description, at: error.step) }
  }

  /// Returns whether the visit at a place has begun but not settled.
  func isOpen(_ place: FlowPlace) -> Bool {
    (going[place.run] ?? []).contains { runs[$0].openVisits[place.visit] != nil }
  }

  /// The names of the steps that have begun but not settled, without operators.
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
    let openVisit = runs[index].openVisits[event.place.visit]
    if let sentence = runs[index].receive(event) {
      violation = ScheduleViolation(
        .settlement, sentence, at: FlowRecorder.line(for: event.at(FlowPlace(run: runs[index].name, lane: 0, visit: 0)))
      )
    }
    count(openVisit, as: -1)
    count(runs[index].openVisits[event.place.visit], as: 1)
    if !wasOver, runs[index].hasEnded {
      going[event.run]?.removeAll { $0 == index }
      over[event.run, default: []].append(index)
    }
    if event.wrapper == nil, event.kind.tellsOfReport { reportTold(event, in: openVisit) }
  }

  private mutating func count(_ visit: OpenVisit?, as change: Int) {
    if let visit, visit.wrapper == nil, let step = visit.step { openCounts[step, default: 0] += change }
  }

  /// Counts a report under the name that the step had when its visit began.
  private mutating func reportTold(_ event: FlowEvent, in visit: OpenVisit?) {
    var name = visit?.step ?? event.step
    // An extra report can belong to an earlier visit in the same lane. It belongs to this visit only if no visit began
    // under its name.
    if case .extraCompletionIgnored = event.kind, let step = event.step, openCounts[step] != nil { name = step }
    if let index = name.flatMap({ reportIndices[$0] }) { reports[index].reported += 1 }
  }

  /// Returns the index of an event's run.
  ///
  /// Two flows can have the same name, so two runs can have the same number. The event belongs to the run that it fits.
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
    } else if let count = reports.first(where: { $0.made != $0.reported }) {
      violation = ScheduleViolation(
        .reports, "Answers to step '\(count.step)': \(count.made) were given, \(count.reported) were reported.",
        at: count.step)
    }
  }
}
