/// A type that executes the closures of runs.
///
/// By default, the turns of each run execute on the global pool of Dispatch, one at a time, so most programs don't need this
/// protocol. Conform to it to execute runs elsewhere, for instance on a queue that a test advances by hand:
///
/// ```swift
/// import FlowState
/// import Synchronization
///
/// final class ManualQueue: FlowQueue {
///   private let turns = Mutex<[FlowTurn]>([])
///
///   func enqueue(_ turn: FlowTurn) {
///     turns.withLock { $0.append(turn) }
///   }
///
///   // Nothing is ever delivered on the spot: each completion takes a turn.
///   var isCurrent: Bool { false }
///
///   func playAll() {
///     while let turn = turns.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
///       turn.run()
///     }
///   }
/// }
/// ```
public protocol FlowQueue: AnyObject, Sendable {
  /// Adds a turn to the queue. The queue must run it once, after the turns that were added before.
  ///
  /// A run can call this method from any thread. The queue must not run the turn inside this call.
  func enqueue(_ turn: FlowTurn)

  /// A Boolean value that indicates whether this queue executes the caller.
  ///
  /// A run can read it on any thread. If it is true, the run delivers a completion at once instead of in another turn, unless
  /// the call is nested deep in the deliveries of other runs.
  var isCurrent: Bool { get }

  /// Traps if this queue doesn't execute the caller. Debug builds call it before the closures of a run execute.
  func preconditionIsCurrent()

  /// The identity of the queue. Two queues may share an identity only if they never execute at the same time.
  var identity: ObjectIdentifier { get }

  /// A Boolean value that indicates whether the functions of async steps, and what they await, execute in turns of this queue.
  ///
  /// False by default: async functions execute on the executor that Swift chooses. Return true in a queue that is advanced by
  /// hand, so that no code of a run executes between its turns.
  var runsAsyncSteps: Bool { get }
}

/// A queue that chooses the executor of async steps, whose functions don't execute in its turns.
package protocol AsyncStepQueue: FlowQueue {
  /// The executor of the functions of async steps, and of what they await.
  var asyncStepExecutor: any TaskExecutor { get }
}

extension FlowQueue {
  /// Does nothing, because the queue can't check this.
  public func preconditionIsCurrent() {}

  /// The identity of the queue object.
  public var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// False: async steps execute on the executor that Swift chooses.
  public var runsAsyncSteps: Bool { false }
}
