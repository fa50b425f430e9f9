import FlowState
import Foundation

/// Hears of everything that happens in a run on a stage: keeps it, and checks it against the laws.
///
/// Hardly any schedule is ever looked at, so nothing is made of the events until somebody does.
///
/// Guard of `@unchecked Sendable`: `lock`.
final class StageObserver: FlowObserver, @unchecked Sendable {
  private enum Entry {
    case event(FlowEvent)
    case note(String)
  }

  private let lock = NSLock()
  private var entries: [Entry] = []
  private var laws = EventLaws()

  func receive(_ event: FlowEvent) {
    lock.withLock {
      entries.append(.event(event))
      laws.receive(event)
    }
  }

  func note(_ line: String) {
    lock.withLock { entries.append(.note(line)) }
  }

  var violation: ScheduleViolation? { lock.withLock { laws.violation } }

  func withLaws<Value>(_ body: (inout EventLaws) -> Value) -> Value {
    lock.withLock { body(&laws) }
  }

  var events: [FlowEvent] {
    lock.withLock { entries }.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// What has been kept, as a recorder writes it.
  var lines: [String] {
    let recorder = FlowRecorder()
    for entry in lock.withLock({ entries }) {
      switch entry {
      case .event(let event): recorder.receive(event)
      case .note(let line): recorder.note(line)
      }
    }
    return recorder.lines
  }
}
