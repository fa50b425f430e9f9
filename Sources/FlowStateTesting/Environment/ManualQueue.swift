public import FlowState
import Foundation

/// A queue that a test plays by hand, on the test's thread.
///
/// A run does nothing until the test plays the queue.
///
/// ```swift
/// let queue = ManualQueue()
/// flow.on(queue).start { outcome in print(outcome) }
/// queue.play()  // the builder, the first step, and whatever can happen without waiting
/// handler.complete("an answer")
/// queue.play()  // the completion closure, and what follows
/// ```
///
/// A flow whose builder is main-actor code can run on a manual queue if the test plays the queue on the main actor.
///
/// Turns may arrive from any thread. Play the queue from one thread at a time, and not inside a closure that it
/// executes: a serial queue doesn't execute one block inside another.
public final class ManualQueue: FlowQueue {
  private struct State {
    var turns = FirstInFirstOut<FlowTurn>()
    /// Called when a turn arrives on the empty queue.
    var filled: (@Sendable () -> Void)?
    /// The thread that is playing the queue; nil if no thread is.
    var player: PlayingThread?
  }

  /// Never locked while a turn runs.
  private let state = Locked(State())

  /// Creates an empty queue.
  public init() {}

  /// A Boolean value that indicates whether no turn is waiting. You can read it from any thread.
  public var isEmpty: Bool { state.withLock { $0.turns.isEmpty } }

  /// Adds a turn of a run. The engine calls this method from any thread.
  ///
  /// - Parameter turn: The turn, which waits until the test plays the queue.
  public func enqueue(_ turn: FlowTurn) {
    let filled = state.withLock { state in
      defer { state.turns.append(turn) }
      return state.turns.isEmpty ? state.filled : nil
    }
    filled?()
  }

  /// Sets a closure to call, on any thread, when a turn arrives on the empty queue. Calls it at once if turns are
  /// waiting.
  func notifyWhenFilled(_ filled: @escaping @Sendable () -> Void) {
    let isEmpty = state.withLock { state in
      state.filled = filled
      return state.turns.isEmpty
    }
    if !isEmpty { filled() }
  }

  /// A Boolean value that indicates whether the calling thread is playing this queue. You can read it from any thread.
  public var isCurrent: Bool {
    state.withLock { $0.player?.isCurrent ?? false }
  }

  /// A Boolean value that indicates that the queue executes the functions of async steps, piece by piece; always true.
  ///
  /// Code that is isolated to an actor executes on that actor instead.
  public var runsAsyncSteps: Bool { true }

  /// Runs the waiting turns, and the turns that follow from them, until the queue is empty.
  ///
  /// Traps if you call it inside a closure that the queue executes.
  public func play() {
    preconditionIsNotCurrent()
    while let turn = state.withLock({ $0.turns.popFirst() }) {
      perform { turn.run() }
    }
  }

  /// Delivers the message that has waited longest, and executes the closures and steps that follow from it.
  ///
  /// A message is the start of a run, a report, a cancellation, or the end of a delay.
  ///
  /// Traps if you call it inside a closure that the queue executes.
  ///
  /// - Returns: A Boolean value that indicates whether more messages are waiting.
  @discardableResult
  public func playOne() -> Bool {
    preconditionIsNotCurrent()
    guard let turn = state.withLock({ $0.turns.first }) else { return false }
    var hasMore = false
    perform { hasMore = turn.deliverNext() }
    return state.withLock { [hasMore] state in
      if !hasMore { _ = state.turns.popFirst() }
      return !state.turns.isEmpty
    }
  }

  /// Executes a closure as if it were a block on this queue.
  ///
  /// If the closure completes a handler, the report is delivered immediately.
  ///
  /// - Parameter body: The closure to call, once, on the calling thread, before this method returns.
  public func perform(_ body: () -> Void) {
    let outer = exchangePlayer(.current)
    body()
    _ = exchangePlayer(outer)
  }

  /// Sets the thread that plays the queue, and returns the previous one.
  func exchangePlayer(_ new: PlayingThread?) -> PlayingThread? {
    state.withLock { state in
      defer { state.player = new }
      return state.player
    }
  }

  private func preconditionIsNotCurrent() {
    requireUse(
      !isCurrent,
      "A ManualQueue was played inside a closure that it executes; a serial queue executes one closure at a time.")
  }
}

/// A thread that plays a queue.
///
/// `@unchecked Sendable` because it is only compared. On Apple platforms, `pthread_t` is a pointer.
struct PlayingThread: @unchecked Sendable {
  private let thread: pthread_t

  /// The calling thread.
  static var current: PlayingThread { PlayingThread(thread: pthread_self()) }

  var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
