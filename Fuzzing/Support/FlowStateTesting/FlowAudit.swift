import FlowState
@testable import FlowStateTesting

/// Checks the laws of a run: by its events, and by what its closures report.
///
/// `@unchecked Sendable`: everything happens on one thread.
final class FlowAudit: FlowObserver, @unchecked Sendable {
  private(set) var lines: [String] = []
  private var laws = EventLaws()
  private var hasEnded = false
  /// The closure that is executing.
  private var executing: String?
  /// The starts of each step's intent, and the outcomes that its closure has received.
  private var starts: [String: Int] = [:]
  private var outcomes: [String: Int] = [:]
  /// Whether a coordinator hosts screens, which settle again when they report again at rest.
  var screensCanReportAgain = false
  /// The objects that closures have captured and that are alive.
  var living = 0
  /// Cancels the run. Links can make an endless loop in which no leaf starts.
  var cancel: () -> Void = {}

  func receive(_ event: FlowEvent) {
    note(LineObserver.line(for: event))
    laws.receive(event)
    if let violation = laws.violation { fail("\(violation)") }
  }

  func note(_ line: String) {
    lines.append(line)
    if lines.count == 10_000 { cancel() }
  }

  /// Executes a closure of the run.
  func closure<Value>(_ name: String, _ body: () -> Value) -> Value {
    note("  \(name)")
    if hasEnded { fail("A closure was called after the outcome: \(name).") }
    if let executing { fail("A closure was called inside another one: \(name) inside \(executing).") }
    executing = name
    defer { executing = nil }
    return body()
  }

  func began(_ step: String) {
    starts[step, default: 0] += 1
  }

  func settled(_ step: String) {
    outcomes[step, default: 0] += 1
    if !screensCanReportAgain, outcomes[step, default: 0] > starts[step, default: 0] {
      fail("Step '\(step)' has settled more often than it was started.")
    }
  }

  func ended(_ outcome: String) {
    note("outcome: \(outcome)")
    if hasEnded { fail("A second outcome: \(outcome).") }
    hasEnded = true
    for (step, count) in starts where outcomes[step, default: 0] < count {
      fail("Step '\(step)' was started \(count) times, and has settled \(outcomes[step] ?? 0) times.")
    }
    if living > 0 { fail("\(living) closures are alive at the outcome.") }
  }

  /// Checks what must be true when nothing can happen any more.
  func finish(_ survivors: [String]) {
    if !hasEnded { fail("The run has no outcome.") }
    laws.finish()
    if let violation = laws.violation { fail("\(violation)") }
    if !survivors.isEmpty { fail("Still alive: \(survivors.joined(separator: ", ")).") }
  }

  func fail(_ sentence: String) -> Never {
    preconditionFailure("\(sentence)\n" + lines.suffix(400).joined(separator: "\n"))
  }
}

/// An object that a closure of the run captures.
final class Captive {
  private let audit: FlowAudit

  init(_ audit: FlowAudit) {
    self.audit = audit
    audit.living += 1
  }

  deinit {
    audit.living -= 1
  }
}
