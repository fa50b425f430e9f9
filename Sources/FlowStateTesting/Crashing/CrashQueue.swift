import Dispatch
import FlowDurable
import FlowState
import Synchronization

/// The one thread of a process on a ``CrashStage``: its runs, its worker, and its journal execute in turns of this queue.
///
/// So a process does the same each time, and the queue knows when it has nothing left to do.
final class CrashQueue: FlowQueue, TaskExecutor, JournalQueue {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "FlowStateTesting.crash")
  /// The turns that wait or execute.
  private let open = Atomic(0)
  /// The turns that there have been.
  private let total = Atomic(0)
  private let rest = Locked<@Sendable () -> Void>({})

  init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// The number of turns that there have been, and whether none of them is left.
  var turns: (count: Int, areOver: Bool) {
    (total.load(ordering: .acquiring), open.load(ordering: .acquiring) == 0)
  }

  /// Calls a closure whenever no turn is left, on the queue.
  func whenAtRest(_ body: @escaping @Sendable () -> Void) {
    rest.withLock { $0 = body }
  }

  func submit(_ turn: @escaping @Sendable () -> Void) {
    open.add(1, ordering: .acquiringAndReleasing)
    total.add(1, ordering: .acquiringAndReleasing)
    queue.async { [self] in
      turn()
      if open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { rest.withLock { $0 }() }
    }
  }

  /// Waits until the turns so far are over, and what they held is released.
  func pass() async {
    await withCheckedContinuation { continuation in submit { continuation.resume() } }
  }

  // MARK: FlowQueue

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  var runsAsyncSteps: Bool { true }

  func enqueue(_ turn: FlowTurn) {
    submit { turn.run() }
  }

  // MARK: TaskExecutor

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
