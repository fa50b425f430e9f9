import FlowState
import Foundation

/// Hears of everything that happens in a run on a stage: records it, and checks it against the laws.
///
/// Guard of `@unchecked Sendable`: `lock`.
final class StageObserver: FlowObserver, @unchecked Sendable {
  let recorder = FlowRecorder()
  private let lock = NSLock()
  private var laws = EventLaws()

  func receive(_ event: FlowEvent) {
    recorder.receive(event)
    lock.withLock { laws.receive(event) }
  }

  var violation: ScheduleViolation? { lock.withLock { laws.violation } }

  func withLaws<Value>(_ body: (inout EventLaws) -> Value) -> Value {
    lock.withLock { body(&laws) }
  }
}
