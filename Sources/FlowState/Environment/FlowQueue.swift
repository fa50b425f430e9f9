/// Where a run's closures execute: the seam between the engine and the world.
///
/// A `Flow` brings its own serial Dispatch queue, so most programs never see this protocol. Conform to it to put runs
/// onto something else, for instance a queue that a test plays by hand:
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
  /// Accepts a turn, to be run once, later, after the turns that came before it.
  ///
  /// Called from any thread. Must not run the turn before it returns.
  func enqueue(_ turn: FlowTurn)

  /// Whether the caller is being executed by this queue.
  ///
  /// Called from any thread. When it is true, a completion is delivered on the spot instead of by another turn.
  var isCurrent: Bool { get }

  /// Traps if the caller is not being executed by this queue; called in debug builds before a run's closures execute.
  func preconditionIsCurrent()

  /// Tells queues apart. Two queues may have the same identity only if they never execute at the same time.
  var identity: ObjectIdentifier { get }

  /// Whether the functions of async steps, and what they await, execute by turns of this queue as well.
  ///
  /// Not unless a queue says so: they are work like any other and have their own places. A queue that is played by hand says
  /// so, and then nothing of a run happens between its turns.
  var runsAsyncSteps: Bool { get }
}

extension FlowQueue {
  /// Does nothing: a queue that cannot tell does not trap.
  public func preconditionIsCurrent() {}

  /// The identity of the object itself.
  public var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// False: async steps execute where Swift puts them.
  public var runsAsyncSteps: Bool { false }
}
