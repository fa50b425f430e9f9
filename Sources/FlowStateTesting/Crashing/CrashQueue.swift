import Dispatch
import FlowState
import Synchronization

/// The queue of the runs on a ``CrashStage``, which knows whether it has something to do.
final class CrashQueue: FlowQueue {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "FlowStateTesting.crash")
  private let turns = Atomic(0)

  init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// Whether no turn waits or executes.
  var isIdle: Bool { turns.load(ordering: .acquiring) == 0 }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  func enqueue(_ turn: FlowTurn) {
    turns.add(1, ordering: .releasing)
    queue.async { [self] in
      turn.run()
      turns.subtract(1, ordering: .releasing)
    }
  }
}
