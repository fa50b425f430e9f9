import FlowState
import Synchronization
import TestSupport

/// State that the steps of one run share without a lock. The thread sanitizer and the count show whether two closures
/// execute at once.
final class StressState {
  private var touches = 0
  private var log: [Int] = []
  private let atomicTouches = Atomic<Int>(0)
  private let record: StressRecord

  init(_ record: StressRecord) {
    self.record = record
  }

  func touch() {
    touches += 1
    log.append(touches)
    if log.count > 8 { log.removeAll() }
    if atomicTouches.add(1, ordering: .relaxed).newValue != touches { record.note("Two closures executed at once.") }
  }
}

/// A value that the steps of a run share.
enum StressKey: FlowContextKey { typealias Value = CountedObject }
