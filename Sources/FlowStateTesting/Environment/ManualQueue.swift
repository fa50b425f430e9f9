public import FlowState
import Foundation

/// A queue that a test plays by hand, on the test's own thread: nothing of a run happens until it is played.
///
/// ```swift
/// let queue = ManualQueue()
/// flow.on(queue).start { outcome in print(outcome) }
/// queue.play()  // the builder, the first step, and whatever can happen without waiting
/// handler.complete("an answer")
/// queue.play()  // the completion closure, and what follows
/// ```
///
/// A flow whose builder is main-actor code may run on such a queue too, as long as it is played on the main actor.
///
/// Turns may arrive from any thread. Play it from one thread at a time, and not from inside a closure that it executes: no
/// serial queue executes one block inside another.
///
/// Guard of `@unchecked Sendable`: `lock`; turns are run when it is free.
public final class ManualQueue: FlowQueue, @unchecked Sendable {
  private let lock = NSLock()
  private var turns: [FlowTurn] = []
  /// The thread that plays.
  private var player: pthread_t?

  /// Makes a queue on which nothing waits.
  public init() {}

  /// Whether nothing waits to be played. Readable from any thread.
  public var isEmpty: Bool { lock.withLock { turns.isEmpty } }

  /// Accepts a turn of a run; called by the engine, from any thread.
  ///
  /// - Parameter turn: Waits until the queue is played.
  public func enqueue(_ turn: FlowTurn) {
    lock.withLock { turns.append(turn) }
  }

  /// Whether the calling thread is playing this queue. Readable from any thread.
  public var isCurrent: Bool {
    lock.withLock { player.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// True: the functions of async steps are played too, piece by piece, except for what belongs to an actor.
  public var runsAsyncSteps: Bool { true }

  /// Runs the turns that wait, and those that they lead to, until none is left.
  ///
  /// Traps inside a closure that the queue executes.
  public func play() {
    preconditionIsNotCurrent()
    while let turn = lock.withLock({ turns.isEmpty ? nil : turns.removeFirst() }) {
      perform { turn.run() }
    }
  }

  /// Delivers the one thing that has waited longest: a beginning, a completion, a cancellation or the end of a delay, with
  /// the closures and steps that it leads to.
  ///
  /// Traps inside a closure that the queue executes.
  ///
  /// - Returns: Whether more is waiting.
  @discardableResult
  public func playOne() -> Bool {
    preconditionIsNotCurrent()
    guard let turn = lock.withLock({ turns.first }) else { return false }
    var hasMore = false
    perform { hasMore = turn.deliverNext() }
    return lock.withLock {
      if !hasMore { turns.removeFirst() }
      return !turns.isEmpty
    }
  }

  /// Does something as if it were a block on this queue: a handler that is completed here is delivered on the spot.
  ///
  /// - Parameter body: Called once, before this returns, on the calling thread.
  public func perform(_ body: () -> Void) {
    let outer = lock.withLock { (player, player = pthread_self()).0 }
    body()
    lock.withLock { player = outer }
  }

  private func preconditionIsNotCurrent() {
    precondition(
      !isCurrent,
      "A ManualQueue was played by a closure that it executes; a serial queue executes no closure inside another.")
  }
}
