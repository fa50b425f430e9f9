import FlowState
import Foundation
import Synchronization

@testable import FlowStateTesting

/// The events of one run and of the runs nested in it, and the faults among them.
///
/// Guard of `@unchecked Sendable`: `lock`, for all variables.
final class StressRecord: FlowObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var events: [FlowEvent] = []
  private var laws = EventLaws()
  private var streamLaws = EventLaws()
  private var streamEnds = 0
  private var wrongs: [String] = []
  private var endings: [FlowOutcome<Never>] = []
  private var told: [String] = []
  private var extras = 0
  private var used: [Int] = []
  private var waysBack = 0
  /// Counts the events that a second observer receives, if the plan has one.
  let second = StressCount()

  // MARK: Counting

  /// Reports that a step's work makes, and reports that are observed as a settlement or as extra. A report to a screen
  /// of several runs may be observed in any of them.
  let ownReports = StressCount()
  let screenReports = StressCount()
  let commonReports = StressCount()
  let asynchronousReports = StressCount()
  /// Calls of `setOutcome` closures, and settlements.
  let outcomes = StressCount()
  /// Calls of `setUndo` closures, and undos.
  let undos = StressCount()
  /// Calls of the closures of `always`, and starts of its steps.
  let attended = StressCount()

  /// The counter of the reports to steps of a name.
  private func reports(to step: String) -> StressCount? {
    switch step {
    case "own": ownReports
    case "screen": screenReports
    case "common", "lent": commonReports
    case "async": asynchronousReports
    default: nil
    }
  }

  /// The number of extra reports to screens of several runs.
  var commonExtras: Int { lock.withLock { extras } }

  /// The numbers of the reports that have settled a start.
  var usedReports: [Int] { lock.withLock { used } }

  /// Notes that a report has settled a start.
  func use(_ report: Int) {
    lock.withLock { used.append(report) }
  }

  /// Whether a closure may go back. A nested run that always did would take the run around it back forever.
  func mayGoBack() -> Bool {
    lock.withLock {
      waysBack += 1
      return waysBack <= 6
    }
  }

  /// Notes a fault.
  func note(_ wrong: String) {
    lock.withLock { wrongs.append(wrong) }
  }

  // MARK: Observing

  func receive(_ event: FlowEvent) {
    lock.withLock {
      events.append(event)
      second.make()
      laws.receive(event)
      if case .runEnded(let ending) = event.kind, event.run == events.first?.run { endings.append(ending) }
      let step = event.step ?? ""
      if event.wrapper == nil, let count = reports(to: step) {
        if event.kind.tellsOfReport { count.tell() }
        if event.kind.isSettlement, count !== asynchronousReports { outcomes.tell() }
        if case .extraCompletionIgnored = event.kind, count === commonReports { extras += 1 }
      }
      if case .stepUndone = event.kind { undos.tell() }
      if case .stepBegan = event.kind, event.wrapper == .always { attended.tell() }
    }
  }

  /// Receives an event of a stream that began with the run.
  func stream(_ event: FlowEvent) {
    lock.withLock { streamLaws.receive(event) }
  }

  func streamEnded() {
    lock.withLock { streamEnds += 1 }
  }

  /// Notes that the outcome was reported.
  func end(_ outcome: FlowOutcome<Int>) {
    lock.withLock { told.append(outcome.word) }
  }

  // MARK: Checking

  /// The faults after all work is done.
  func faults(_ plan: StressPlan, streams: Int) -> [String] {
    lock.withLock {
      laws.finish()
      var faults = wrongs
      if let violation = laws.violation { faults.append(violation.sentence) }
      if let violation = streamLaws.violation { faults.append("In the stream: \(violation.sentence)") }
      if streamEnds != streams { faults.append("\(streams) streams of events were read and \(streamEnds) ended.") }
      if told.count != 1 || told != endings.map(\.word) {
        faults.append("The outcomes were \(told); the observer was told of \(endings.map(\.word)).")
      }
      var counts = [
        "reports": ownReports, "reports to screens": screenReports, "reports of async functions": asynchronousReports,
        "outcomes": outcomes, "undos": undos, "calls of always": attended,
      ]
      if plan.hasSecondObserver { counts["events"] = second }
      for (name, count) in counts where count.made != count.told {
        faults.append("\(count.made) \(name) were made and \(count.told) told.")
      }
      return faults
    }
  }

  /// The last events, one a line.
  var lastEvents: String {
    let last = lock.withLock { events.suffix(80) }
    return last.map { "  \($0.place): \(FlowRecorder.line(for: $0))" }.joined(separator: "\n")
  }

  var hasEnded: Bool { lock.withLock { !told.isEmpty } }
}

/// Counts things that are made and things that are observed, which must be equal in number. It has no lock, which would
/// order the threads and hide races.
final class StressCount: FlowObserver {
  private static let numbers = Atomic<Int>(0)

  private let madeCount = Atomic<Int>(0)
  private let toldCount = Atomic<Int>(0)

  /// Counts a thing that is about to be made, and returns a unique number.
  @discardableResult
  func make() -> Int {
    madeCount.add(1, ordering: .relaxed)
    return StressCount.numbers.add(1, ordering: .relaxed).newValue
  }

  func tell() {
    toldCount.add(1, ordering: .relaxed)
  }

  func receive(_ event: FlowEvent) {
    tell()
  }

  var made: Int { madeCount.load(ordering: .relaxed) }
  var told: Int { toldCount.load(ordering: .relaxed) }
}

extension FlowEvent.Kind {
  fileprivate var isSettlement: Bool {
    switch self {
    case .stepCompleted, .stepFailed, .stepTimedOut, .stepAbandoned, .stepCancelled: true
    default: false
    }
  }

  /// Whether the event accounts for a report.
  fileprivate var tellsOfReport: Bool {
    switch self {
    case .stepCompleted, .extraCompletionIgnored: true
    case .stepFailed(let error): error.cause != nil
    default: false
    }
  }
}

extension FlowOutcome<Never> {
  fileprivate var word: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}

extension FlowOutcome {
  fileprivate var word: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}
