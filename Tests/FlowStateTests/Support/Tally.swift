import FlowState
import Synchronization

/// An observer that counts what happened, for trials that make too many events to keep.
final class Tally: FlowObserver {
  let completed = Atomic<Int>(0)
  let failed = Atomic<Int>(0)
  let abandoned = Atomic<Int>(0)
  let cancelled = Atomic<Int>(0)
  let extra = Atomic<Int>(0)

  func receive(_ event: FlowEvent) {
    switch event.kind {
    case .stepCompleted: completed.add(1, ordering: .relaxed)
    case .stepFailed, .stepTimedOut: failed.add(1, ordering: .relaxed)
    case .stepAbandoned: abandoned.add(1, ordering: .relaxed)
    case .stepCancelled: cancelled.add(1, ordering: .relaxed)
    case .extraCompletionIgnored: extra.add(1, ordering: .relaxed)
    case .runBegan, .runResumed, .runSetAside, .stepBegan, .contentSet, .contextSet, .contextRestored, .variantExposed,
      .rested, .runEnded,
      .stepDelayed, .stepUndone, .wentBack, .contentRestored, .undoFailed, .backRefused:
      break
    }
  }

  /// The numbers of reported settlements of each kind, as text.
  var summary: String {
    let counts = [
      ("completed", completed.load(ordering: .acquiring)), ("failed", failed.load(ordering: .acquiring)),
      ("abandoned", abandoned.load(ordering: .acquiring)), ("cancelled", cancelled.load(ordering: .acquiring)),
      ("extra", extra.load(ordering: .acquiring)),
    ]
    return counts.filter { $0.1 != 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}
