import FlowChains
public import FlowState

/// A summary of recorded runs, to show in a picture of the flow.
///
/// ```swift
/// var overlay = FlowOverlay()
/// for await event in run.events { overlay.note(event) }
/// print(chain.mermaid(overlaying: overlay))
/// ```
public struct FlowOverlay: Sendable {
  /// The mark of a step that was started.
  enum Mark {
    case visited
    case failed
  }

  private struct Record {
    /// The number of the record among the steps, in the order in which they were first seen.
    let number: Int
    var visits = 0
    /// The visits that have ended. Only they have a time.
    var ended = 0
    var failures = 0
    var time = Duration.zero
  }

  private struct Visit: Hashable {
    let place: FlowPlace
    let step: String
  }

  /// A way from one step to another.
  struct Transition: Hashable {
    let from: String
    /// The step that started next; nil if the chain ended.
    let to: String?
    let cause: FlowRoute.Cause
  }

  /// A step that has ended, whose run has not continued yet.
  private struct Ending {
    let step: String
    let cause: FlowRoute.Cause
  }

  private var records: [String: Record] = [:]
  private var begun: [FlowRunID: [Visit: Duration]] = [:]
  private var standing: [String: Int] = [:]
  private var endings: [FlowRunID: Ending] = [:]
  private(set) var transitions: [Transition: Int] = [:]
  /// The numbers of parked runs and the remarks, which only a program sets.
  private var parked: [String: Int] = [:]
  private var chosenRemarks: [String: [String]] = [:]

  /// Creates an overlay from events.
  ///
  /// - Parameter events: The events, in order.
  public init(_ events: some Sequence<FlowEvent> = []) {
    for event in events { note(event) }
  }

  /// Records an event.
  ///
  /// The overlay identifies steps by name, so events of nested runs count for steps with the same name.
  ///
  /// - Parameter event: The next event.
  public mutating func note(_ event: FlowEvent) {
    // A declared step is a step of the chain that its run began with. What operators make of it happens in other lanes.
    if event.place.lane == 0 { follow(event) }
    switch event.kind {
    // A run that is set aside starts the step again when it continues.
    case .runSetAside, .runEnded:
      for visit in (begun.removeValue(forKey: event.run) ?? [:]).keys { standing[visit.step, default: 1] -= 1 }
    default: break
    }
    // For a step that operators wrap, count only the visits of the step itself.
    guard let step = event.step, event.wrapper == nil else { return }
    let visit = Visit(place: event.place, step: step)
    switch event.kind {
    case .stepBegan:
      begun[event.run, default: [:]][visit] = event.time
      standing[step, default: 0] += 1
      record(of: step) { $0.visits += 1 }
    case .stepCompleted, .stepCancelled: settle(visit, of: event.run, at: event.time)
    case .stepFailed, .stepTimedOut, .stepAbandoned:
      settle(visit, of: event.run, at: event.time)
      record(of: step) { $0.failures += 1 }
    default: break
    }
  }

  private mutating func settle(_ visit: Visit, of run: FlowRunID, at time: Duration) {
    guard let beginning = begun[run]?.removeValue(forKey: visit) else { return }
    if begun[run]?.isEmpty == true { begun[run] = nil }
    standing[visit.step, default: 1] -= 1
    record(of: visit.step) { record in
      record.ended += 1
      record.time += time - beginning
    }
  }

  private mutating func record(of step: String, _ change: (inout Record) -> Void) {
    let number = records.count
    change(&records[step, default: Record(number: number)])
  }

  // MARK: Setting what is shown

  /// Sets the number of runs that stand at a step. Replaces the number from the events.
  ///
  /// - Parameters:
  ///   - runs: The number of runs; 0 for none.
  ///   - step: The identifier of the step.
  public mutating func setStanding(_ runs: Int, at step: String) {
    standing[step] = runs
  }

  /// Sets the number of runs that are parked at a step. SVG pictures show it.
  ///
  /// - Parameters:
  ///   - runs: The number of runs; 0 for none.
  ///   - step: The identifier of the step.
  public mutating func setParked(_ runs: Int, at step: String) {
    parked[step] = runs
  }

  /// Sets the remarks on a step. Replaces the remarks from the events: the visits, the time and the failures.
  ///
  /// - Parameters:
  ///   - remarks: The remarks, one for each line of the picture.
  ///   - step: The identifier of the step.
  public mutating func setRemarks(_ remarks: [String], on step: String) {
    chosenRemarks[step] = remarks
  }

  // MARK: Reading

  /// Records the way that a run takes from one step to the next.
  private mutating func follow(_ event: FlowEvent) {
    func ends(_ cause: FlowRoute.Cause) {
      if let step = event.step { endings[event.run] = Ending(step: step, cause: cause) }
    }
    switch event.kind {
    case .stepCompleted: ends(.result)
    case .stepFailed, .stepAbandoned: ends(.failure)
    case .stepTimedOut: ends(.timeout)
    case .stepCancelled: ends(.cancellation)
    case .stepBegan, .rested:
      guard let ending = endings.removeValue(forKey: event.run) else { return }
      transitions[Transition(from: ending.step, to: event.step, cause: ending.cause), default: 0] += 1
    // A run that goes back takes no route.
    case .wentBack, .runEnded: endings[event.run] = nil
    default: break
    }
  }

  func mark(of step: String) -> Mark? {
    guard let record = records[step] else { return nil }
    return record.failures > 0 ? .failed : .visited
  }

  /// Returns the remarks on a step, one for each line.
  func remarks(on step: String) -> [String] {
    if let remarks = chosenRemarks[step] { return remarks }
    guard let record = records[step] else { return [] }
    let visits = record.visits == 1 ? "1 visit" : "\(record.visits) visits"
    let failures = record.failures > 0 ? ["\(record.failures) failed"] : []
    return [record.ended > 0 ? "\(visits), \(Self.text(of: record.time))" : visits] + failures
  }

  /// The number of runs that have started a step and not left it.
  func standing(at step: String) -> Int { standing[step] ?? 0 }

  /// The number of runs that are parked at a step.
  func parked(at step: String) -> Int { parked[step] ?? 0 }

  /// The steps that were started, in the order in which they were first seen.
  var steps: [String] { records.sorted { $0.value.number < $1.value.number }.map(\.key) }

  /// Returns the number of times that runs went from a step to another, or to the end, after an ending of this kind.
  func transitions(from step: String, to next: String?, after cause: FlowRoute.Cause) -> Int {
    transitions[Transition(from: step, to: next, cause: cause)] ?? 0
  }

  /// A time in milliseconds, or in seconds if it is long: `9800 ms`, `58.4 s`.
  private static func text(of time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return seconds < 10 ? "\(seconds * 1_000 + milliseconds) ms" : "\(seconds).\(milliseconds / 100) s"
  }
}
