import FlowState
import Foundation

/// Records the events of a run on a stage, and checks them against the laws.
///
/// Only a few schedules are ever examined, so the observer converts events to text only on request.
///
/// `@unchecked Sendable` because `lock` guards the state.
final class StageObserver: FlowObserver, @unchecked Sendable {
  private enum Entry {
    case event(FlowEvent)
    case note(String)
  }

  private let lock = NSLock()
  private var entries: [Entry] = []
  private var laws = EventLaws()
  private var seen = StageActivity()
  private var began: FlowPlace?
  private var completed: @Sendable (FlowPlace) -> Void = { _ in }

  func receive(_ event: FlowEvent) {
    let notify = lock.withLock {
      entries.append(.event(event))
      laws.receive(event)
      if case .stepBegan = event.kind {
        seen.begun += 1
        began = event.place
      } else {
        seen.work += 1
      }
      return completed
    }
    if case .stepCompleted = event.kind { notify(event.place) }
  }

  /// Sets a closure to call when a step has completed, before its completion closure.
  func notifyOfCompletions(_ completed: @escaping @Sendable (FlowPlace) -> Void) {
    lock.withLock { self.completed = completed }
  }

  /// The activity of the runs so far.
  var activity: StageActivity { lock.withLock { seen } }

  /// The place of the step that began last.
  var latestStart: FlowPlace? { lock.withLock { began } }

  /// Records that code of the flow executes.
  func workExecutes() {
    lock.withLock { seen.work += 1 }
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

  /// The recorded events and notes as a recorder's lines.
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
