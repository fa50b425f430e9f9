import FlowState
import Foundation
import Synchronization

@testable import FlowStateTesting

/// What happened in one run and in those nested in it, and what of it must not have.
///
/// Guard of `@unchecked Sendable`: `lock`, for what is not constant.
final class StressRecord: FlowObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var events: [FlowEvent] = []
  private var laws = EventLaws()
  private var streamLaws = EventLaws()
  private var streamEnds = 0
  private var wrongs: [String] = []
  private var counts: [String: (made: Int, told: Int)] = [:]
  private var endings: [FlowEvent.Ending] = []
  private var outcomes: [String] = []
  private var extras = 0
  private var waysBack = 0
  /// Told of as well, if the plan wants it; hears of the same number of events.
  let second = Tally()

  // MARK: Counting

  /// What `EventLaws` does not know of, and happens as often as it is told, by name.
  enum Count: String {
    /// Reports made by a step's work, and told as its settlement or as extra.
    case ownReports, screenReports, commonReports, asynchronousReports
    /// Calls of `setOutcome` closures, and settlements.
    case outcomes
    /// Calls of `setUndo` closures, and undos.
    case undos
    /// Calls of the closures of `always`, and starts of its steps.
    case attended
  }

  func made(_ count: Count) {
    lock.withLock { counts[count.rawValue, default: (0, 0)].made += 1 }
  }

  /// A report is about to be made; returns its number, which no other report of any run has.
  func make(_ count: Count) -> Int {
    made(count)
    return StressRecord.reports.add(1, ordering: .relaxed).newValue
  }

  private static let reports = Atomic<Int>(0)

  private func told(_ count: Count) {
    counts[count.rawValue, default: (0, 0)].told += 1
  }

  func count(_ count: Count) -> (made: Int, told: Int) {
    lock.withLock { counts[count.rawValue] ?? (0, 0) }
  }

  /// How many reports to screens of several runs were told of as extra.
  var commonExtras: Int { lock.withLock { extras } }

  /// Whether a closure may go back: a nested run that always does takes the one around it back, for ever.
  func mayGoBack() -> Bool {
    lock.withLock {
      waysBack += 1
      return waysBack <= 6
    }
  }

  /// Something has happened that must not.
  func note(_ wrong: String) {
    lock.withLock { wrongs.append(wrong) }
  }

  // MARK: Observing

  func receive(_ event: FlowEvent) {
    lock.withLock {
      events.append(event)
      laws.receive(event)
      if case .runEnded(let ending) = event.kind, event.run == events.first?.run { endings.append(ending) }
      let step = event.step ?? ""
      if let count = Self.counts[step], event.kind.tellsOfReport { told(count) }
      if case .extraCompletionIgnored = event.kind, Self.counts[step] == .commonReports { extras += 1 }
      if Self.counts[step] != nil, step != "async", event.kind.isSettlement { told(.outcomes) }
      if case .stepUndone = event.kind { told(.undos) }
      if case .stepBegan = event.kind, step.hasSuffix(".always") { told(.attended) }
    }
  }

  private static let counts: [String: Count] = [
    "own": .ownReports, "screen": .screenReports, "common": .commonReports, "lent": .commonReports,
    "async": .asynchronousReports,
  ]

  /// An event of a stream that began with the run.
  func stream(_ event: FlowEvent) {
    lock.withLock { streamLaws.receive(event) }
  }

  func streamEnded() {
    lock.withLock { streamEnds += 1 }
  }

  /// The outcome was told.
  func end(_ outcome: FlowOutcome<Int>) {
    lock.withLock { outcomes.append(outcome.word) }
  }

  // MARK: What must hold

  /// All that is wrong now that nothing can happen any more.
  func faults(_ plan: StressPlan, streams: Int) -> [String] {
    lock.withLock {
      laws.finish()
      var faults = wrongs
      if let violation = laws.violation { faults.append(violation.sentence) }
      if let violation = streamLaws.violation { faults.append("In the stream: \(violation.sentence)") }
      if streamEnds != streams { faults.append("\(streams) streams of events were read and \(streamEnds) ended.") }
      if outcomes.count != 1 || outcomes != endings.map(\.word) {
        faults.append("The outcomes were \(outcomes); the observer was told of \(endings.map(\.word)).")
      }
      for (name, count) in counts where name != Count.commonReports.rawValue && count.made != count.told {
        faults.append("Of \(name) \(count.made) were made and \(count.told) told.")
      }
      return faults
    }
  }

  /// The last events, one a line.
  var lastEvents: String {
    let last = lock.withLock { events.suffix(80) }
    return last.map { "  \($0.place): \(FlowRecorder.line(for: $0))" }.joined(separator: "\n")
  }

  var hasEnded: Bool { lock.withLock { !outcomes.isEmpty } }
}

extension FlowEvent.Kind {
  fileprivate var isSettlement: Bool {
    switch self {
    case .stepCompleted, .stepFailed, .stepTimedOut, .stepAbandoned, .stepCancelled: true
    default: false
    }
  }

  /// Whether it tells what became of a report.
  fileprivate var tellsOfReport: Bool {
    switch self {
    case .stepCompleted, .extraCompletionIgnored: true
    case .stepFailed(let error): error.cause != nil
    default: false
    }
  }
}

extension FlowEvent.Ending {
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
